// expect: correctness
// With beta = 0 nothing is read, but nothing is written either: the NaN stays.

// TODO(1)
    if (beta != 0.0f)
        C[row * ldc + col] *= beta;
