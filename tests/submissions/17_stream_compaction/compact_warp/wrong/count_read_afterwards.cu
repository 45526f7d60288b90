// expect: correctness, hazards
// Adds first and reads the count afterwards: others have added in between.

// TODO(2)
    if (lane == 0) {
        atomicAdd(count, kept);
        first = *count - kept;
    }
    first = __shfl_sync(ALL, first, 0);
