// expect: correctness
// Rows of A taken to be K elements apart.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * K + k], K);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        wmma::mma_sync(sum, a, b, sum);
    }
