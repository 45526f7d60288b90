// expect: correctness
// After the last row there is nothing to send for, and the load leaves the matrix.

// TODO(1)
        ahead = in[(row + 1) * cols + col];
