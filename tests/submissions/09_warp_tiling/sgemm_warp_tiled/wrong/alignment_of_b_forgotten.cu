// expect: correctness
// Loads 16 bytes from any row of B; only the rows of A are known to be aligned.

// INSTEAD OF
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
// WRITE
    bool aligned = lda % 4 == 0;
