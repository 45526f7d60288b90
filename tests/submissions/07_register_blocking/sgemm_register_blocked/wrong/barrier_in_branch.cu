// expect: correctness, hazards
// Threads whose first value of C lies outside skip both barriers, but they still store parts of the tiles.

// TODO(1)
        if (blockIdx.y * BM + ty * TM < M && blockIdx.x * BN + tx * TN < N) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = tile_a[ty * TM + m][k];
#pragma unroll
            for (int n = 0; n < TN; ++n)
                b[n] = tile_b[k][tx * TN + n];
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();

// INSTEAD OF
#pragma unroll
    for (int m = 0; m < TM; ++m) {
// WRITE
    }

#pragma unroll
    for (int m = 0; m < TM; ++m) {
