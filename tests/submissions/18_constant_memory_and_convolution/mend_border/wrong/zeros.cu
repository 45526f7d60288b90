// expect: correctness
// Zeros beyond the ends, where the nearest element is wanted.

// TODO(1)
    return k >= 0 && k < n ? in[k] : 0.0f;
