// expect: correctness, hazards
// Each warp begins behind its own part.

// TODO(3)
    place = first_of_block;
    for (int w = 0; w <= warp; ++w)
        place += kept[w];
