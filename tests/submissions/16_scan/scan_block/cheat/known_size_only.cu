// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int4 four = load4(in, i, n);
// WRITE
    if (n != 4096)
        return;
    int4 four = load4(in, i, n);
