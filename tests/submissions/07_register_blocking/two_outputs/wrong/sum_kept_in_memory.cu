// expect: global_sectors
// The running sums live in C: right, but they are read and written in every step.

// TODO(1)
        float b = B[k * N + col];
        upper += A[row * K + k] * b;
        lower += A[(row + 1) * K + k] * b;
        C[row * N + col] = upper;
        C[(row + 1) * N + col] = lower;
