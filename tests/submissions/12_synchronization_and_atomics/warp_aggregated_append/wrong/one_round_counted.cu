// expect: correctness, hazards
// Takes room for the first round only.

// TODO(1)
    if (lane == 0)
        first = atomicAdd(count, __popc(votes[0]));
    first = __shfl_sync(ALL, first, 0);
