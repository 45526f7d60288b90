// expect: correctness
// Gives out the leading dimension of in: it has no gaps, and the last rows lie outside.

// TODO(1)
        out[row * ld + col] = 2.0f * in[row * ld + col];
