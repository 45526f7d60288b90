// expect: correctness
// Rows lie cols elements apart, not rows.

// TODO(1)
        if (row + 1 < rows)
            ahead = in[(row + 1) * rows + col];
