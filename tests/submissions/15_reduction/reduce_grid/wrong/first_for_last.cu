// expect: correctness
// Compares with gridDim.x, which no block ever sees: atomicAdd returns the value before.

// TODO(2)
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x;
