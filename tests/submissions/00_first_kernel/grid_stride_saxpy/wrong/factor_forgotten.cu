// expect: correctness
// x + y: the factor a never comes in.

// TODO(2)
    for (int i = first; i < n; i += threads)
        y[i] = x[i] + y[i];
