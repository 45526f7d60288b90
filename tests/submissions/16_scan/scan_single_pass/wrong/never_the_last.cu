// expect: correctness
// Compares with gridDim.x, which no block ever sees: the status is never put back, and the next launch finds it.

// TODO(5)
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&counters[1], 1) == gridDim.x;
        __threadfence();
    }
