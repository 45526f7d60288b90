// expect: hazards
// Both barriers stand between the tiles, none between storing a tile and reading it.

// TODO(1)
        __syncthreads();
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;

// TODO(2)
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
