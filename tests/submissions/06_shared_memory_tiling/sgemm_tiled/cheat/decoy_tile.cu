// expect: global_sectors
// Stores and reads a tile for show; the products come from global memory.

// TODO(2)
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            decoy += tile_a[ty][k] * tile_b[k][tx];
            if (row < M && col < N && k0 + k < K)
                sum += A[row * lda + k0 + k] * B[(k0 + k) * ldb + col];
        }
        __syncthreads();

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += TILE) {
// WRITE
    float decoy = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE) {

// INSTEAD OF
        C[row * ldc + col] = alpha * sum + old;
// WRITE
        C[row * ldc + col] = alpha * sum + old + 0.0f * decoy;
