// expect: correctness, hazards
// Adds what the warp just before keeps, and none of those before that.

// TODO(3)
    place = first_of_block;
    if (warp > 0)
        place += kept[warp - 1];
