// expect: correctness
// The right place, but copied only.

// TODO(1)
        out[row * cols + col] = in[row * ld + col];
