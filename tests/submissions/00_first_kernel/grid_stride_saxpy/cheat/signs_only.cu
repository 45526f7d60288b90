// expect: correctness
// Adds x with the sign of a: right where a is 1 or -1.

// TODO(2)
    for (int i = first; i < n; i += threads)
        y[i] = (a < 0.0f ? -x[i] : x[i]) + y[i];
