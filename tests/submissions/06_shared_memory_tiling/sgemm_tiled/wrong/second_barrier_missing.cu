// expect: hazards
// A fast warp loads the next tile over the rows of tile_b that a slow warp still reads.

// TODO(2)
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
