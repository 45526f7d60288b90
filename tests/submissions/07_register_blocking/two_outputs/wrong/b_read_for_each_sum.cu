// expect: global_sectors
// B is read once for each sum: volatile keeps the compiler from making one load of two.

// TODO(1)
        volatile const float* again = B;
        upper += A[row * K + k] * again[k * N + col];
        lower += A[(row + 1) * K + k] * again[k * N + col];
