// expect: correctness, hazards
// Begins at the start of the list: what was there is overwritten, and so is every other warp's part.

// TODO(1)
    int kept = 0;
    for (int k = 0; k < EACH; ++k)
        kept += __popc(votes[k]);
    if (lane == 0)
        atomicAdd(count, kept);
