// expect: correctness
// Rows are taken to be as far apart as the gap is wide.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * (ld - cols) + col];
