// expect: correctness
// Each sum takes the other's row.

// TODO(1)
        float b = B[k * N + col];
        upper += A[(row + 1) * K + k] * b;
        lower += A[row * K + k] * b;
