// expect: correctness
// Rows of B taken to be N elements apart.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * lda + k], lda);
        wmma::load_matrix_sync(b, &B[k * N + col], N);
        wmma::mma_sync(sum, a, b, sum);
    }
