// expect: correctness
// The fragment of B is taken down a column, four k at once, instead of along row k.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < M ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = k + n < K && col < N ? B[(k + n) * ldb + col] : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
