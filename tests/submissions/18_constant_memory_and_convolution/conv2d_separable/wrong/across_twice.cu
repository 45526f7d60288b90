// expect: correctness
// The second pass uses the filter of the first.

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += across[k] * filtered[y + k][tx];
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = sum;
    }
