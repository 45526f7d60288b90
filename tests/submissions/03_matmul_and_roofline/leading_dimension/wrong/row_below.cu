// expect: correctness
// Reads the row below.

// TODO(1)
        out[row * cols + col] = 2.0f * in[(row + 1) * ld + col];
