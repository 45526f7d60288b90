// expect: correctness
// threadIdx.x runs over rows, threadIdx.y over columns of C: right only for a square grid.

// TODO(1)
        int a_col = k0 + ty;
        int b_row = k0 + tx;
        tile_a[tx][ty] = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        tile_b[tx][ty] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;

// TODO(2)
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[tx][k] * tile_b[k][ty];
        __syncthreads();

// INSTEAD OF
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
// WRITE
    int row = blockIdx.x * TILE + tx;
    int col = blockIdx.y * TILE + ty;
