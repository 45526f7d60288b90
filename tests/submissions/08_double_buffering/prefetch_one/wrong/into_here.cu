// expect: correctness
// Loads into the register whose value has not been used yet.

// TODO(1)
        if (row + 1 < rows)
            here = in[(row + 1) * cols + col];
