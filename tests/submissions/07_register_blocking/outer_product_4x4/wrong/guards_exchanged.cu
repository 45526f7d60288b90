// expect: correctness
// Rows are compared with N and columns with M: right only where the matrix is square.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < N ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = col + n < M ? B[k * ldb + col + n] : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
