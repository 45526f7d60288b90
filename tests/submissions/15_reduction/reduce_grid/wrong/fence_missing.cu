// expect: hazards
// The block counts itself as finished before its partial sum can be seen everywhere.

// TODO(2)
        partial[blockIdx.x] = sum;
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
