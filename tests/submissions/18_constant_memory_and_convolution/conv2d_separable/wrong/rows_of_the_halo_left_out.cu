// expect: correctness, hazards
// The first pass filters the 32 rows of the tile only; the second reads four above and four below.

// TODO(1)
    for (int y = ty + RADIUS; y < TILE + RADIUS; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += across[k] * tile[y][tx + k];
        filtered[y][tx] = sum;
    }
    __syncthreads();
