// expect: atomics
// Adds each copy to hist by itself, eight times the requests to global memory.

// TODO(3)
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        for (int c = 0; c < COPIES; ++c)
            atomicAdd(&hist[b], bins[place(c, b)]);
