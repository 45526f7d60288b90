// expect: correctness
// Rows taken to be 16 elements apart, as in the tile.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * lda + k], TILE);
        wmma::load_matrix_sync(b, &B[k * ldb + col], TILE);
        wmma::mma_sync(sum, a, b, sum);
    }
