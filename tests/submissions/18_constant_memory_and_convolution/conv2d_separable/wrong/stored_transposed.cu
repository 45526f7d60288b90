// expect: shared_excess, shared_wavefronts
// The first pass stores its rows as columns, 40 words apart: eight lanes meet in a bank.

// INSTEAD OF
    __shared__ float filtered[WITH_HALO][TILE];    // the rows of the tile after the first pass: without the halo on the sides
// WRITE
    __shared__ float filtered[TILE][WITH_HALO];

// TODO(1)
    for (int y = ty; y < WITH_HALO; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += across[k] * tile[y][tx + k];
        filtered[tx][y] = sum;
    }
    __syncthreads();

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += down[k] * filtered[tx][y + k];
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = sum;
    }
