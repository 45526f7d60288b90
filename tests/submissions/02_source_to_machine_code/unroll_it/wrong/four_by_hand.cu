// expect: correctness
// Unrolled by hand, and only half of it.

// TODO(1)
    if (me < n)
        out[me] = 2.0f * x[0];
    if (me + threads < n)
        out[me + threads] = 2.0f * x[1];
    if (me + 2 * threads < n)
        out[me + 2 * threads] = 2.0f * x[2];
    if (me + 3 * threads < n)
        out[me + 3 * threads] = 2.0f * x[3];
