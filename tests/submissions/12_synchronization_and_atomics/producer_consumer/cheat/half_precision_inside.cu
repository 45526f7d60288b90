// expect: correctness
// Elements pass through FP16.

// TODO(1)
            if (k >= 2)
                wait(FREE + s);
            tile[s][lane] = __half2float(__float2half(in[k * TILE + lane]));
            tile[s][lane + 32] = __half2float(__float2half(in[k * TILE + lane + 32]));
            signal(FULL + s);

// INSTEAD OF
constexpr int TILE = 64;
// WRITE
#include <cuda_fp16.h>

constexpr int TILE = 64;
