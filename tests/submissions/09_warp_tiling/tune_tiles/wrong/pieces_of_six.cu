// expect: compiles
// Six rows a thread are no pieces of four.

// TODO(1)
#ifndef BM
#define BM 48
#endif
#ifndef BN
#define BN 256
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 24
#endif
#ifndef WN
#define WN 64
#endif
#ifndef TM
#define TM 6
#endif
#ifndef TN
#define TN 8
#endif
