// expect: resources
// Reads A and B from global memory; what it loads from shared memory, often enough, is of no use.

// INSTEAD OF
    __shared__ __align__(16) float tile_a[DEPTH][ROWS];    // transposed: tile_a[k][row]
    __shared__ __align__(16) float tile_b[DEPTH][COLS];
// WRITE
    __shared__ float dummy[32];

// INSTEAD OF
    float sum[4][4] = {};
// WRITE
    float sum[4][4] = {};
    float waste = 0.0f;
    dummy[lane] = 0.0f;

// INSTEAD OF
        for (int k = lane / 16; k < DEPTH; k += 2)
            tile_a[k][lane % 16] = A[lane % 16 * K + k0 + k];
        for (int k = 0; k < DEPTH; ++k)
            tile_b[k][lane] = B[(k0 + k) * N + lane];
        __syncthreads();
// WRITE
        __syncthreads();
        float of_a[4][DEPTH];
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float4 low = *reinterpret_cast<const float4*>(&A[(row + m) * K + k0]);
            float4 high = *reinterpret_cast<const float4*>(&A[(row + m) * K + k0 + 4]);
            of_a[m][0] = low.x, of_a[m][1] = low.y, of_a[m][2] = low.z, of_a[m][3] = low.w;
            of_a[m][4] = high.x, of_a[m][5] = high.y, of_a[m][6] = high.z, of_a[m][7] = high.w;
        }


// INSTEAD OF
            float4 a = *reinterpret_cast<const float4*>(&tile_a[k][row]);
            float4 b = *reinterpret_cast<const float4*>(&tile_b[k][col]);
            float four[4] = {a.x, a.y, a.z, a.w};
// WRITE
            float4 b = *reinterpret_cast<const float4*>(&B[(k0 + k) * N + col]);
            float four[4] = {of_a[0][k], of_a[1][k], of_a[2][k], of_a[3][k]};
            for (int i = 0; i < 2; ++i)
                waste += *static_cast<volatile float*>(&dummy[lane]);

// INSTEAD OF
        __syncthreads();
    }

// WRITE
        __syncthreads();
    }
    sum[0][0] += waste;

