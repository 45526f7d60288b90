// expect: correctness
// Stores the digits, in their right order, and not the keys.

// TODO(3)
    if (exists)
        out[counts[warp][digit] + rank] = static_cast<unsigned>(digit) << shift;
