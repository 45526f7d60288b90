// expect: correctness
// No guard: the threads beyond the last element read and write outside the vectors.

// TODO(2)
    c[i] = a[i] + b[i];
