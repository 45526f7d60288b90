// expect: shared_wavefronts
// Right, but every result takes all 81 products from the tile.

// TODO(1)

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int j = 0; j <= 2 * RADIUS; ++j)
            for (int k = 0; k <= 2 * RADIUS; ++k)
                sum += down[j] * across[k] * tile[y + j][tx + k];
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = sum;
    }
