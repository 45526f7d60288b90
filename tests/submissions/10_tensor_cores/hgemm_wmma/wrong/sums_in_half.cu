// expect: correctness
// Sums in half precision, converted at the end.

// TODO(1)
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, __half> halves;
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum;
    wmma::fill_fragment(halves, __half(0.0f));

// TODO(2)
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * lda + k], lda);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        wmma::mma_sync(halves, a, b, halves);
    }
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] = __half2float(halves.x[i]);
