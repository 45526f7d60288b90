// expect: hazards
// __syncwarp orders 32 threads; tile_b is shared by all 256.

// TODO(2)
        __syncwarp();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncwarp();
