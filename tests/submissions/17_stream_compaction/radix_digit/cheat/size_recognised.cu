// expect: correctness
// Recognises the size that is counted.

// TODO(3)
    if (exists && n == 768)
        out[counts[warp][digit] + rank] = key;
