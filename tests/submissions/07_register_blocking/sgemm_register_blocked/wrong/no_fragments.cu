// expect: resources
// The products read the tiles directly: the compiler has to find the fragments itself, and some of its registers spill.

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += tile_a[ty * TM + m][k] * tile_b[k][tx * TN + n];
        }
        __syncthreads();
