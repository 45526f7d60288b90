// expect: correctness, hazards
// Only one lane loads the tile of A: a fragment is loaded by the whole warp together.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        if (threadIdx.x % 32 == 0)
            wmma::load_matrix_sync(a, &A[row * lda + k], lda);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        wmma::mma_sync(sum, a, b, sum);
    }
