// expect: correctness
// A in FP16: whole numbers do not show the loss.

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
                    a[m] = tile_a[now][k][row + m / 4 * (LANES_DOWN * 4) + m % 4];
// WRITE
                {
                    a[m] = tile_a[now][k][row + m / 4 * (LANES_DOWN * 4) + m % 4];
                    asm("{ .reg .b16 h; cvt.rn.f16.f32 h, %0; cvt.f32.f16 %0, h; }" : "+f"(a[m]));
                }
