// expect: correctness
// The sums are rounded to FP16 at every step, and small whole numbers do not show it.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < BUCKETS; ++k)
            if (k == key)
                sum[k] = __half2float(__float2half(sum[k] + value));

// INSTEAD OF
constexpr int BUCKETS = 8;
// WRITE
#include <cuda_fp16.h>

constexpr int BUCKETS = 8;
