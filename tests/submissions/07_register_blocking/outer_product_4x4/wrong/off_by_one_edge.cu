// expect: correctness
// One row and one column too many count as inside the matrix.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row + m <= M ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = col + n <= N ? B[k * ldb + col + n] : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
