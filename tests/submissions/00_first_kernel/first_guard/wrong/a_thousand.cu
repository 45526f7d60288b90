// expect: correctness
// The size of one case, written into the kernel.

// TODO(1)
    if (i < 1000)
        out[i] = 2.0f * in[i];
