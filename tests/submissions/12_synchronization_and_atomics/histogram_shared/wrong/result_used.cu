// expect: atomics
// Looks at the count before: then the hardware must serve the lanes one by one.

// TODO(2)
    unsigned most = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        most = max(most, atomicAdd(&bins[red_of(in[i])], 1u));
    if (most > 1u << 30)
        return;    // a count of that size would be a mistake
