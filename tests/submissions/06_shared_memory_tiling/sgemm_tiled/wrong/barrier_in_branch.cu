// expect: correctness, hazards
// Threads outside C skip the barriers and run ahead to the next tile.

// TODO(2)
        if (row < M && col < N) {
            __syncthreads();
            for (int k = 0; k < TILE; ++k)
                sum += tile_a[ty][k] * tile_b[k][tx];
            __syncthreads();
        }
