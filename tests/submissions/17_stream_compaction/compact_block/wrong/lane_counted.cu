// expect: correctness, hazards
// Lane 0 leaves what it keeps itself.

// TODO(1)
    int of_lane = 0;
    for (int k = 0; k < EACH; ++k)
        of_lane += x[k] > 0.0f;
    if (lane == 0)
        kept[warp] = of_lane;
