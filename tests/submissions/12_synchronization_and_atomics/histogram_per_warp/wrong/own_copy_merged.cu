// expect: correctness
// Each thread adds of its bin the copy it has counted in itself.

// TODO(3)
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], bins[place(copy, b)]);
