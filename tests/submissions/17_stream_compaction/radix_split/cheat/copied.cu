// expect: correctness
// Copies the keys: right where they are all alike.

// TODO(3)
    if (exists)
        out[begin + tid] = key;
