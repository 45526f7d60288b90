// expect: shared_wavefronts
// 8 x 8 results and 128 x 128 tiles, as in module 08: 9,216 wavefronts.

// TODO(1)
#ifndef BM
#define BM 128
#endif
#ifndef BN
#define BN 128
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 32
#endif
#ifndef WN
#define WN 64
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 8
#endif
