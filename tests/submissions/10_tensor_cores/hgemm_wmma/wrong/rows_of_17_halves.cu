// expect: correctness
// A tile of A in shared memory, padded by one half: wmma wants a leading dimension that is a multiple of 8.

// TODO(2)
    __shared__ __half staged[4][TILE * (TILE + 1)];
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        __syncwarp();
        for (int i = threadIdx.x % 32; i < TILE * TILE; i += 32)
            staged[warp][i / TILE * (TILE + 1) + i % TILE] = A[(row + i / TILE) * lda + k + i % TILE];
        __syncwarp();
        wmma::load_matrix_sync(a, staged[warp], TILE + 1);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        wmma::mma_sync(sum, a, b, sum);
    }
