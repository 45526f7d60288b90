// expect: correctness
// Only the first column of A is read.

// TODO(1)
        float b = B[k * N + col];
        upper += A[row * K] * b;
        lower += A[(row + 1) * K] * b;
