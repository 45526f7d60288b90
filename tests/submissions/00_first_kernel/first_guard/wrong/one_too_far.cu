// expect: correctness
// <= instead of <: one thread takes element n, which does not exist.

// TODO(1)
    if (i <= n)
        out[i] = 2.0f * in[i];
