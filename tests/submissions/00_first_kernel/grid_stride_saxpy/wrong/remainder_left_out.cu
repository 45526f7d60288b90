// expect: correctness
// n / threads neighbours for each thread: the division rounds down, and the remainder has no owner.

// TODO(2)
    int share = n / threads;

    for (int i = first * share; i < (first + 1) * share; ++i)
        y[i] = a * x[i] + y[i];
