// expect: correctness, hazards
// Each warp has a buffer: the other warp's values are never there.

// TODO(1)
        int which = t / 32;
