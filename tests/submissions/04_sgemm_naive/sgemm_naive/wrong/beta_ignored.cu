// expect: correctness
// C = alpha A B: what C held before is lost.

// TODO(4)
    C[row * ldc + col] = alpha * sum;
