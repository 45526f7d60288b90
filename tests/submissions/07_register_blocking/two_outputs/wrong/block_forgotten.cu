// expect: correctness
// The column of the thread in its block is read of B, not that in the matrix.

// TODO(1)
        float b = B[k * N + threadIdx.x];
        upper += A[row * K + k] * b;
        lower += A[(row + 1) * K + k] * b;
