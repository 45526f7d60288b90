// expect: correctness
// Compares with gridDim.x, which no block ever sees: the status is never put back, and the next launch finds it.

// TODO(4)
        if (lane == 0) {
            __threadfence();
            last = atomicAdd(&counters[1], 1) == gridDim.x;
            __threadfence();
        }
