// expect: hazards
// No barrier between two tiles of C: buffer 0 is stored to while a slow warp still reads it.

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
#define WN 64
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 16
#endif

// INSTEAD OF
        __syncthreads();    // the next tile of C begins with buffer 0 again
// WRITE
