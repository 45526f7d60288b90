// expect: correctness
// The rows of A are taken to be N floats apart.

// TODO(1)
        float b = B[k * N + col];
        upper += A[row * N + k] * b;
        lower += A[(row + 1) * N + k] * b;
