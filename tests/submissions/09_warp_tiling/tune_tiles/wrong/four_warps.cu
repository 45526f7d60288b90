// expect: compiles
// A warp's tile of 64 x 128 in a tile of 128 x 256 makes four warps of eight.

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
#define WN 128
#endif
#ifndef TM
#define TM 16
#endif
#ifndef TN
#define TN 16
#endif
