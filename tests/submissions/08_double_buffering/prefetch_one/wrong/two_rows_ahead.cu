// expect: correctness
// Two rows ahead: every other row is never added.

// TODO(1)
        if (row + 2 < rows)
            ahead = in[(row + 2) * cols + col];
