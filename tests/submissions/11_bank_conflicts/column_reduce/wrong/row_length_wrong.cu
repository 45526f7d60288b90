// expect: correctness
// Rows are taken to be rows long: right only for square matrices.

// TODO(1)
    if (col < cols)
        for (int row = ty; row < rows; row += PARTS)
            sum += in[row * rows + col];
