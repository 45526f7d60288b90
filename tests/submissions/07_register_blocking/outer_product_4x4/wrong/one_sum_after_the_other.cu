// expect: global_sectors
// Each of the sixteen sums has its own loop over k: every value is read four times, as sixteen naive threads would.

// TODO(1)
#pragma unroll
    for (int m = 0; m < TM; ++m) {
#pragma unroll
        for (int n = 0; n < TN; ++n) {
            if (row + m < M && col + n < N)
                for (int k = 0; k < K; ++k)
                    sum[m][n] += A[(row + m) * lda + k] * B[k * ldb + col + n];
        }

// INSTEAD OF
    for (int k = 0; k < K; ++k) {
// WRITE
