// expect: compiles
// One lane across: nobody is there to make a pair with.

// TODO(1)
#ifndef BM
#define BM 256
#endif
#ifndef BN
#define BN 128
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 256
#endif
#ifndef WN
#define WN 16
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 16
#endif
