// expect: correctness
// Trusts that every row begins on a 16-byte boundary: where lda is no multiple of 4, the load faults.

// TODO(1)
    int pieces = K / 4;
