// expect: correctness
// The second pass copies.

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = filtered[y + RADIUS][tx];
    }
