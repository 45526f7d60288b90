// expect: correctness
// Only the upper sum grows.

// TODO(1)
        float b = B[k * N + col];
        upper += A[row * K + k] * b;
