// expect: correctness
// Threads without a key write, too.

// TODO(3)
    out[counts[warp][digit] + rank] = key;
