// expect: correctness
// Reads in along its columns: the transpose.

// TODO(1)
        out[row * cols + col] = 2.0f * in[col * ld + row];
