// expect: correctness
// The guard stops one element early: indices go up to n - 1, and n - 1 is one of them.

// TODO(2)
    if (i < n - 1)
        c[i] = a[i] + b[i];
