// expect: resources
// The loops stay loops, so sum is indexed at run time: it has to lie in local memory.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll 1
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < M ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll 1
        for (int n = 0; n < TN; ++n)
            b[n] = col + n < N ? B[k * ldb + col + n] : 0.0f;
#pragma unroll 1
        for (int m = 0; m < TM; ++m)
#pragma unroll 1
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
