// expect: shared_wavefronts
// tile_a stored by columns: an 8-way store conflict, and its loads cannot be merged.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[tx][ty] = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;

// TODO(2)
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[k][ty] * tile_b[k][tx];
        __syncthreads();
