// expect: correctness, hazards
// All lanes with the same digit store at one place.

// TODO(3)
    if (exists)
        out[counts[warp][digit]] = key;
