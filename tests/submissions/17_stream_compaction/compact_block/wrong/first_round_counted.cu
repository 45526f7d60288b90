// expect: correctness, hazards
// Counts the first round of each warp only.

// TODO(1)
    if (lane == 0)
        kept[warp] = __popc(votes[0]);
