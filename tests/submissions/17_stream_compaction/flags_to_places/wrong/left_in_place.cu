// expect: correctness
// Keeps elements where they are.

// TODO(1)
    if (i < n && flags[i] != 0)
        out[i] = in[i];
