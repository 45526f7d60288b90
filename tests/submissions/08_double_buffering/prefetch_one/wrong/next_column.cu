// expect: correctness
// One element further is the neighbour's column, not the next row.

// TODO(1)
        if (row + 1 < rows)
            ahead = in[row * cols + col + 1];
