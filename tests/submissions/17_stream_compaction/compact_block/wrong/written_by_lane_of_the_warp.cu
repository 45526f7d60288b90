// expect: correctness, hazards
// kept[lane]: all warps write to one word.

// TODO(1)
    int of_warp = 0;
    for (int k = 0; k < EACH; ++k)
        of_warp += __popc(votes[k]);
    if (lane == 0)
        kept[lane] = of_warp;
