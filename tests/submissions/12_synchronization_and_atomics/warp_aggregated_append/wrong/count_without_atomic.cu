// expect: correctness, hazards
// Reads how long the list is and writes it back: warps take the same room.

// TODO(1)
    int kept = 0;
    for (int k = 0; k < EACH; ++k)
        kept += __popc(votes[k]);
    if (lane == 0) {
        first = *count;
        *count = first + kept;
    }
    first = __shfl_sync(ALL, first, 0);
