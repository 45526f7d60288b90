// expect: correctness
// The tile of A is loaded from B, and the other way round.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &B[k * ldb + col], ldb);
        wmma::load_matrix_sync(b, &A[row * lda + k], lda);
        wmma::mma_sync(sum, a, b, sum);
    }
