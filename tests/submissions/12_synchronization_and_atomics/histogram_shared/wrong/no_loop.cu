// expect: correctness
// Each thread looks at one pixel only.

// TODO(2)
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[red_of(in[i])], 1u);
