// expect: correctness
// Whole rows of C are written up to ldc, over what lies behind the matrix.

// TODO(2)
    if (row >= M || col >= ldc)
        return;
