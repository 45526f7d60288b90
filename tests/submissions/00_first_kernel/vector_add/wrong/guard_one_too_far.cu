// expect: correctness
// <= instead of <: one thread takes element n, which the vectors do not have.

// TODO(2)
    if (i <= n)
        c[i] = a[i] + b[i];
