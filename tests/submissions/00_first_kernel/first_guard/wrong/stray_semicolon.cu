// expect: correctness
// The semicolon ends the if: the assignment happens in any case.

// TODO(1)
    if (i < n);
        out[i] = 2.0f * in[i];
