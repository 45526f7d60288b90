// expect: correctness, hazards
// Threads whose first value of C lies outside leave at once, and their share of the tiles is never loaded.

// INSTEAD OF
    float sum[TM][TN] = {};
// WRITE
    if (blockIdx.y * BM + ty * TM >= M || blockIdx.x * BN + tx * TN >= N)
        return;

    float sum[TM][TN] = {};
