// expect: shared_wavefronts, global_sectors
// 16 x 4 results: as many registers as 8 x 8, and long thin pieces need more operands.

// TODO(1)
#ifndef BM
#define BM 256
#endif
#ifndef BN
#define BN 64
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 128
#endif
#ifndef WN
#define WN 16
#endif
#ifndef TM
#define TM 16
#endif
#ifndef TN
#define TN 4
#endif
