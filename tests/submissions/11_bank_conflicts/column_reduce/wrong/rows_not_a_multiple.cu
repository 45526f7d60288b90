// expect: correctness
// The last rows are dropped where rows is no multiple of eight.

// TODO(1)
    if (col < cols)
        for (int row = ty; row < rows / PARTS * PARTS; row += PARTS)
            sum += in[row * cols + col];
