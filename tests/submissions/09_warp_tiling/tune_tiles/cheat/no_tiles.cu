// expect: global_sectors
// Reads A and B from global memory while it multiplies; what it loads from shared memory, often enough, is of no use.

// TODO(1)
#ifndef BM
#define BM 128
#endif
#ifndef BN
#define BN 256
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 64
#endif
#ifndef WN
#define WN 64
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 16
#endif

// INSTEAD OF
        fetch(in, A, B, M, N, K, lda, ldb, block_row, block_col, 0);
// WRITE
        float waste = 0.0f;
        tile_b[0][0][threadIdx.x] = 0.0f;
        unsigned at = unsigned(__cvta_generic_to_shared(&tile_b[0][0][threadIdx.x % 32]));
        __syncthreads();

// INSTEAD OF
            put(in, now);
            __syncthreads();
            if (k0 + BK < K)
                fetch(in, A, B, M, N, K, lda, ldb, block_row, block_col, k0 + BK);

// WRITE


// INSTEAD OF
                float a[TM], b[TN];
// WRITE
                float a[TM], b[TN], w[4];
                for (int i = 0; i < 4; ++i) {
                    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(w[i]) : "r"(at + (k0 * 4 + k * 16 & 127) + i * 4));
                    waste += w[i];
                }

// INSTEAD OF
                    a[m] = tile_a[now][k][row + m / 4 * (LANES_DOWN * 4) + m % 4];
// WRITE
                {
                    int r = block_row + row + m / 4 * (LANES_DOWN * 4) + m % 4;
                    a[m] = k0 + k < K && r < M ? A[r * lda + k0 + k] : 0.0f;
                }

// INSTEAD OF
                    b[n] = tile_b[now][k][col + n / 4 * (LANES_ACROSS * 4) + n % 4];
// WRITE
                {
                    int c = block_col + col + n / 4 * (LANES_ACROSS * 4) + n % 4;
                    b[n] = k0 + k < K && c < N ? B[(k0 + k) * ldb + c] : 0.0f;
                }

// INSTEAD OF
        __syncthreads();    // the next tile of C begins with buffer 0 again
// WRITE
        __syncthreads();    // the next tile of C begins with buffer 0 again
        sum[0][0] += waste;
