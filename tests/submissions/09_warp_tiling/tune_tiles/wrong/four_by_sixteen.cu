// expect: shared_wavefronts, global_sectors
// 4 x 16 results: the same the other way round.

// TODO(1)
#ifndef BM
#define BM 64
#endif
#ifndef BN
#define BN 256
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 16
#endif
#ifndef WN
#define WN 128
#endif
#ifndef TM
#define TM 4
#endif
#ifndef TN
#define TN 16
#endif
