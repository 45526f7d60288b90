// expect: correctness, hazards
// Only lane 0 knows where the room begins; all others begin at 0.

// TODO(1)
    int kept = 0;
    for (int k = 0; k < EACH; ++k)
        kept += __popc(votes[k]);
    if (lane == 0)
        first = atomicAdd(count, kept);
