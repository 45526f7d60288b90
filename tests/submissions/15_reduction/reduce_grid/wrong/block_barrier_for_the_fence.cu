// expect: hazards
// __syncthreads orders one block; the partial sums go to another.

// TODO(2)
        partial[blockIdx.x] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
