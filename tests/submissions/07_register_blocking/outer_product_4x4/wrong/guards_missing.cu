// expect: correctness
// The fragments are read without guards: right for multiples of 64, out of bounds elsewhere.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = A[(row + m) * lda + k];
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = B[k * ldb + col + n];
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
