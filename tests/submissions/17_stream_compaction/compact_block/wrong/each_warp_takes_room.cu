// expect: correctness, hazards
// Each warp takes room for itself, and all leave where it begins in the same word.

// TODO(2)
    if (lane == 0)
        first_of_block = atomicAdd(count, kept[warp]);
