// expect: correctness
// Only the first row and column of a fragment are guarded, but a matrix may end inside a fragment.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row < M ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = col < N ? B[k * ldb + col + n] : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
