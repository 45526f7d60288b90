// expect: correctness
// B is read as if its columns lay one after the other.

// TODO(1)
        float b = B[col * K + k];
        upper += A[row * K + k] * b;
        lower += A[(row + 1) * K + k] * b;
