// expect: correctness
// The sums are whole numbers: exact on integers, wrong on everything else.

// INSTEAD OF
    float sum[TM][TN] = {};
// WRITE
    int sum[TM][TN] = {};
