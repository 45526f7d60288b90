// expect: shared_wavefronts
// B is read from global memory while it is multiplied: few wavefronts, and too few loads from shared memory.

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
                    b[n] = tile_b[now][k][col + n / 4 * (LANES_ACROSS * 4) + n % 4];
// WRITE
                {
                    int c = block_col + col + n / 4 * (LANES_ACROSS * 4) + n % 4;
                    b[n] = k0 + k < K && c < N ? B[(k0 + k) * ldb + c] : 0.0f;
                }
