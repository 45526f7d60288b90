// expect: correctness, hazards
// The last lane of each warp has nothing to multiply, it is thought: an mma wants its whole warp.

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * lda + k], lda);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        if (threadIdx.x % 32 < 31)
            wmma::mma_sync(sum, a, b, sum);
    }
