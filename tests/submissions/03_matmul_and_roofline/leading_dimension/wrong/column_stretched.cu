// expect: correctness
// Multiplies the column by the leading dimension, too.

// TODO(1)
        out[row * cols + col] = 2.0f * in[(row + col) * ld];
