// expect: correctness
// Keeps one thread out, and lets those behind it through.

// TODO(1)
    if (i != n)
        out[i] = 2.0f * in[i];
