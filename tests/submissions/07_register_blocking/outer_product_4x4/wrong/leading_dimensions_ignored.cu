// expect: correctness
// Rows are taken to be K and N apart: wrong as soon as a matrix is padded.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < M ? A[(row + m) * K + k] : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = col + n < N ? B[k * N + col + n] : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
