// expect: global_sectors
// Asks the old element whether it is NaN. For that it must be read, and it was not to be.

// TODO(1)
    C[row * ldc + col] = C[row * ldc + col] != C[row * ldc + col] ? 0.0f : beta * C[row * ldc + col];
