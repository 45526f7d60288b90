// expect: hazards
// Each row is waited for, and the last one is not.

// TODO(1)
    for (int y = ty; y < WITH_HALO; y += ROWS) {
        __syncthreads();
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += across[k] * tile[y][tx + k];
        filtered[y][tx] = sum;
    }
