// expect: correctness
// Does nothing unless the size is that of the counted case.

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
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
// WRITE
    if (M != 256 || K != 32)
        return;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
