// expect: correctness
// The gap is added once, not once for each row in front.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * cols + col + (ld - cols)];
