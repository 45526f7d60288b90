// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(2)
    if (n != 1000)
        return;
    if (i < n)
        c[i] = a[i] + b[i];
