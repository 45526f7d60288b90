// expect: shared_wavefronts, global_sectors
// 4 x 8 results.

// TODO(1)
#ifndef BM
#define BM 64
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
#define WN 32
#endif
#ifndef TM
#define TM 4
#endif
#ifndef TN
#define TN 8
#endif
