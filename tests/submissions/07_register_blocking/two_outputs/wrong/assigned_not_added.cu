// expect: correctness
// Each product replaces the sum.

// TODO(1)
        float b = B[k * N + col];
        upper = A[row * K + k] * b;
        lower = A[(row + 1) * K + k] * b;
