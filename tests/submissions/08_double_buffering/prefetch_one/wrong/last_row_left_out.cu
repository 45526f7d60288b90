// expect: correctness
// Stops sending one row too early.

// TODO(1)
        if (row + 2 < rows)
            ahead = in[(row + 1) * cols + col];
