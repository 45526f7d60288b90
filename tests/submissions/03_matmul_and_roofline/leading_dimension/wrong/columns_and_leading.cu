// expect: correctness
// The leading dimension already holds the columns: they are counted twice.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * (cols + ld) + col];
