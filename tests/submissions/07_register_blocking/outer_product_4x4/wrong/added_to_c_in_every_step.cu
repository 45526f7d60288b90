// expect: correctness
// Every step of k writes C, and applies beta again.

// TODO(1)
#pragma unroll
        for (int m = 0; m < TM; ++m) {
#pragma unroll
            for (int n = 0; n < TN; ++n) {
                if (row + m < M && col + n < N) {
                    sum[m][n] = A[(row + m) * lda + k] * B[k * ldb + col + n];
                    float* c = &C[(row + m) * ldc + col + n];
                    *c = alpha * sum[m][n] + (beta == 0.0f ? 0.0f : beta * *c);
                }
            }
        }
