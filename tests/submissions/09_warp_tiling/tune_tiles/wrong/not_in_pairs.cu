// expect: shared_wavefronts
// Good sizes, but somebody puts the lanes in rows again.

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
    int row = warp / (BN / WN) * WM + (lane / (2 * LANES_ACROSS) * 2 + lane % 2) * 4;
    int col = warp % (BN / WN) * WN + lane / 2 % LANES_ACROSS * 4;
// WRITE
    int row = warp / (BN / WN) * WM + lane / LANES_ACROSS * 4;
    int col = warp % (BN / WN) * WN + lane % LANES_ACROSS * 4;
