// expect: correctness
// The row that is added exists; the one that is sent for need not.

// TODO(1)
        if (row < rows)
            ahead = in[(row + 1) * cols + col];
