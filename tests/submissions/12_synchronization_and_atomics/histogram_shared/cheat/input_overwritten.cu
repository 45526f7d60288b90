// expect: correctness
// The counts are right, but the picture is black afterwards.

// TODO(2)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&bins[red_of(in[i])], 1u);
        const_cast<unsigned*>(in)[i] = 0;
    }
