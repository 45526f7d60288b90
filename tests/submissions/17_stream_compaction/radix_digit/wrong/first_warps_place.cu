// expect: correctness, hazards
// Stores at the place of the first warp.

// TODO(3)
    if (exists)
        out[counts[0][digit] + rank] = key;
