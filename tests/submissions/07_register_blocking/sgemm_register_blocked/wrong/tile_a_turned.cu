// expect: correctness
// tile_a is read as if it held k along its rows downwards: [k][row] instead of [row][k].

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = (&tile_a[0][0])[k * BM + ty * TM + m];
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
