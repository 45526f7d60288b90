// expect: correctness
// a * x: what y held before is lost.

// TODO(2)
    for (int i = first; i < n; i += threads)
        y[i] = a * x[i];
