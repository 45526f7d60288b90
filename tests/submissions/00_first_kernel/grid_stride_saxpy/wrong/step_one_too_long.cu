// expect: correctness
// The step is one longer than the number of threads: one element is left out in every round.

// TODO(2)
    for (int i = first; i < n; i += threads + 1)
        y[i] = a * x[i] + y[i];
