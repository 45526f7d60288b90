// expect: correctness
// The radius is off by one: both loops end before the last weight.

// TODO(1)
    for (int y = ty; y < WITH_HALO; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k < 2 * RADIUS; ++k)
            sum += across[k] * tile[y][tx + k];
        filtered[y][tx] = sum;
    }
    __syncthreads();

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k < 2 * RADIUS; ++k)
            sum += down[k] * filtered[y + k][tx];
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = sum;
    }
