// expect: correctness
// Sends for the row that is here already.

// TODO(1)
        if (row + 1 < rows)
            ahead = in[row * cols + col];
