// expect: correctness
// Reads a pixel beyond the last one.

// TODO(2)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[red_of(in[i])], 1u);
