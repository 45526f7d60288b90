// expect: correctness
// k <= TILE: seventeen products, the last one from outside the row.

// TODO(2)
        __syncthreads();
        for (int k = 0; k <= TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
