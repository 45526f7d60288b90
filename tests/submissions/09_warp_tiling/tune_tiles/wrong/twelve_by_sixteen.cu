// expect: shared_wavefronts
// 12 x 16 results just fit; but tiles 192 high are two rows of blocks where 256 rows want one and a third.

// TODO(1)
#ifndef BM
#define BM 192
#endif
#ifndef BN
#define BN 256
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 96
#endif
#ifndef WN
#define WN 64
#endif
#ifndef TM
#define TM 12
#endif
#ifndef TN
#define TN 16
#endif
