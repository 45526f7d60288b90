// expect: global_sectors
// Right, but the old element is read in any case, before it is known whether it is needed.

// TODO(1)
    volatile float* old = &C[row * ldc + col];
    float value = beta * *old;
    C[row * ldc + col] = beta == 0.0f ? 0.0f : value;
