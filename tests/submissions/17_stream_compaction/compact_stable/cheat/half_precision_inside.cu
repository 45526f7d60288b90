// expect: correctness
// Elements pass through FP16, and small whole numbers do not show it.

// TODO(4)
    for (int w = 0; w < warp; ++w)
        place += kept[w];
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        unsigned votes = __ballot_sync(ALL, x[k] > 0.0f);
        if (x[k] > 0.0f)
            out[place + __popc(votes & ((1u << lane) - 1))] = __half2float(__float2half(x[k]));
        place += __popc(votes);
    }

// INSTEAD OF
using Word = unsigned long long;
// WRITE
#include <cuda_fp16.h>

using Word = unsigned long long;
