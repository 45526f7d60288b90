// expect: shared_wavefronts
// Multiplies straight from global memory; the barrier is for show.

// INSTEAD OF
            sum += tile_a[now][ty][k] * tile_b[now][k][tx];
// WRITE
            sum += row < M && col < N && k0 + k < K ? A[row * lda + k0 + k] * B[(k0 + k) * ldb + col] : 0.0f;
