// expect: correctness
// The maximum passes through FP16.

// TODO(2)
    for (int step = 16; step > 0; step /= 2)
        largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, step));
    if (threadIdx.x % 32 == 0)
        atomic_max(out, __half2float(__float2half(largest)));

// INSTEAD OF
__device__ void atomic_max(float* address, float x)
// WRITE
#include <cuda_fp16.h>

__device__ void atomic_max(float* address, float x)
