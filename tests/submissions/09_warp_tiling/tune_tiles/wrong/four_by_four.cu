// expect: shared_wavefronts, global_sectors
// 4 x 4 results: a wavefront for every four multiply-adds.

// TODO(1)
#ifndef BM
#define BM 64
#endif
#ifndef BN
#define BN 64
#endif
#ifndef BK
#define BK 16
#endif
#ifndef WM
#define WM 16
#endif
#ifndef WN
#define WN 32
#endif
#ifndef TM
#define TM 4
#endif
#ifndef TN
#define TN 4
#endif
