// expect: resources
// 16 x 16 results: the fewest wavefronts on paper, and 256 sums that do not fit into 255 registers.

// TODO(1)
#ifndef BM
#define BM 256
#endif
#ifndef BN
#define BN 256
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 128
#endif
#ifndef WN
#define WN 64
#endif
#ifndef TM
#define TM 16
#endif
#ifndef TN
#define TN 16
#endif
