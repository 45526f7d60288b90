// expect: correctness
// alpha belongs to the product, which is empty here.

// TODO(1)
    C[row * ldc + col] = alpha == 0.0f ? 0.0f : alpha * C[row * ldc + col];
