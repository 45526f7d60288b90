// expect: hazards
// The product starts before the other warps have stored their rows of tile_b.

// TODO(2)
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
