// expect: compiles
// A warp's tile of 64 x 32 with 8 x 16 results: that is 16 lanes.

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
#define WN 32
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 16
#endif
