// expect: correctness
// Values with the same number are multiplied, as in a dot product: four products instead of sixteen.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < M ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = col + n < N ? B[k * ldb + col + n] : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
            sum[m][m] += a[m] * b[m];
