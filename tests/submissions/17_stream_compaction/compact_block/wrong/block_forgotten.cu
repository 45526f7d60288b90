// expect: correctness, hazards
// Every block begins at 0.

// TODO(3)
    for (int w = 0; w < warp; ++w)
        place += kept[w];
