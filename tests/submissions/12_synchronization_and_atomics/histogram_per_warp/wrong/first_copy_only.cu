// expect: correctness
// Merges one copy of eight.

// TODO(3)
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], bins[place(0, b)]);
