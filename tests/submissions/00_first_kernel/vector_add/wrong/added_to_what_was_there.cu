// expect: correctness
// += reads c, which nobody has written yet.

// TODO(2)
    if (i < n)
        c[i] += a[i] + b[i];
