// expect: correctness
// <= instead of <: one thread reaches element n, which the vectors do not have.

// TODO(2)
    for (int i = first; i <= n; i += threads)
        y[i] = a * x[i] + y[i];
