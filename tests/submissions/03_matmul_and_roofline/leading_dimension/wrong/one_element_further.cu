// expect: correctness
// Begins a row at its second element.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * ld + col + 1];
