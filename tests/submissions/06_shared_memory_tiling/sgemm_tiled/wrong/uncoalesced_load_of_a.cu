// expect: global_sectors
// Neighbouring threads load from different rows of A: sixteen sectors where four would do.

// TODO(1)
        int a_row = blockIdx.y * TILE + tx;
        int a_col = k0 + ty;
        int b_row = k0 + ty;
        tile_a[tx][ty] = a_row < M && a_col < K ? A[a_row * lda + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;
