// expect: correctness
// Changes the index of the matrix that was right.

// TODO(1)
        out[row * ld + col] = 2.0f * in[row * cols + col];
