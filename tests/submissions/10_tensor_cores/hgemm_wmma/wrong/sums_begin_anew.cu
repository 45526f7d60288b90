// expect: correctness
// Every step begins with nothing.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * lda + k], lda);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        wmma::fill_fragment(sum, 0.0f);
        wmma::mma_sync(sum, a, b, sum);
    }
