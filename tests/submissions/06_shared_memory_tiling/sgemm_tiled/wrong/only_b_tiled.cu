// expect: global_sectors
// Only B goes through shared memory; A is read from global memory for every product.

// TODO(1)
        int b_row = k0 + ty;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;

// TODO(2)
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            if (row < M && k0 + k < K)
                sum += A[row * lda + k0 + k] * tile_b[k][tx];
        __syncthreads();

// INSTEAD OF
    __shared__ float tile_a[TILE][TILE];
// WRITE
