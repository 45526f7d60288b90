// expect: correctness
// The comparison is turned round: only threads without an element write.

// TODO(1)
    if (i > n)
        out[i] = 2.0f * in[i];
