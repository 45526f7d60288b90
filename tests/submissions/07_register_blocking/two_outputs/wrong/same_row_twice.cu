// expect: correctness
// Both sums take the upper row of A.

// TODO(1)
        float b = B[k * N + col];
        upper += A[row * K + k] * b;
        lower += A[row * K + k] * b;
