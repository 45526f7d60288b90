// expect: correctness
// How many rows there are is not how far they are apart.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * rows + col];
