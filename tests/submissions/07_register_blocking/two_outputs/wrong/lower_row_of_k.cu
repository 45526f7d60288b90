// expect: correctness
// The lower sum takes the next column of A instead of the next row.

// TODO(1)
        float b = B[k * N + col];
        upper += A[row * K + k] * b;
        lower += A[row * K + k + 1] * b;
