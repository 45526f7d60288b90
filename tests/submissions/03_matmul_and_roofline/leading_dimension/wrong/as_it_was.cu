// expect: correctness
// Both matrices are taken to have no gaps.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * cols + col];
