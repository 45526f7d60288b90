// expect: correctness
// Row number rows does not exist: <= lets it through.

// TODO(1)
        if (row + 1 <= rows)
            ahead = in[(row + 1) * cols + col];
