// expect: correctness
// The scan is right, but `in` comes back as zeros.

// INSTEAD OF
    int4 four = load4(in, i, n);
// WRITE
    int4 four = load4(in, i, n);
    if (i < n)
        const_cast<int*>(in)[i] = 0;
