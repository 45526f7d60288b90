// expect: correctness
// Only the first element of each thread gets the offset.

// TODO(3)
    if (i < n)
        out[i] += offset;
