// expect: correctness, hazards
// Adds the copy to hist after every round, and does not empty it.

// TODO(2)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&bins[red_of(in[i])], 1u);
        for (int b = threadIdx.x; b < BINS; b += blockDim.x)
            atomicAdd(&hist[b], bins[b]);
    }

// TODO(3)
