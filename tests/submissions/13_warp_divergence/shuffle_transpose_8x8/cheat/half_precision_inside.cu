// expect: correctness
// Two values are packed into one shuffle, as FP16.

// TODO(1)
            float given = upper ? v[k] : v[k + apart];
            float taken = __half2float(__shfl_xor_sync(EVERYBODY, __float2half(given), apart));
            if (upper)
                v[k] = taken;
            else
                v[k + apart] = taken;

// INSTEAD OF
constexpr unsigned EVERYBODY = 0xffffffffu;
// WRITE
#include <cuda_fp16.h>

constexpr unsigned EVERYBODY = 0xffffffffu;
