// expect: correctness
// Loads 16 bytes from any row of A; only the rows of B are known to be aligned.

// INSTEAD OF
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
// WRITE
    bool aligned = ldb % 4 == 0;
