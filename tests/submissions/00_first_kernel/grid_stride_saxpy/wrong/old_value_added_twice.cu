// expect: correctness
// += already adds to y, and the right side adds y once more.

// TODO(2)
    for (int i = first; i < n; i += threads)
        y[i] += a * x[i] + y[i];
