// expect: correctness, hazards
// Each warp has a buffer: the other warp's values are never there.

// TODO(1)
        int free_buffer = t / 32;
