// expect: correctness, hazards
// Adds first and reads the length afterwards: others have added in between.

// TODO(1)
    int kept = 0;
    for (int k = 0; k < EACH; ++k)
        kept += __popc(votes[k]);
    if (lane == 0) {
        atomicAdd(count, kept);
        first = *count - kept;
    }
    first = __shfl_sync(ALL, first, 0);
