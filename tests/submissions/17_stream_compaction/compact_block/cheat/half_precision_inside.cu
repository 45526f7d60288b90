// expect: correctness
// Elements pass through FP16, and small whole numbers do not show it.

// TODO(4)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[place + __popc(votes[k] & ((1u << lane) - 1))] = __half2float(__float2half(x[k]));
        place += __popc(votes[k]);
    }

// INSTEAD OF
constexpr unsigned ALL = 0xffffffff;
// WRITE
constexpr unsigned ALL = 0xffffffff;

#include <cuda_fp16.h>
