// expect: correctness
// The factor passes through an int: 1.5 becomes 1.

// TODO(2)
    int factor = a;

    for (int i = first; i < n; i += threads)
        y[i] = factor * x[i] + y[i];
