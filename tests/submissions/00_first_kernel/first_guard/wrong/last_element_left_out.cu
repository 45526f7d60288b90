// expect: correctness
// Guards one element too early.

// TODO(1)
    if (i < n - 1)
        out[i] = 2.0f * in[i];
