// expect: correctness
// The factors are converted to FP16, which has more bits but not the range of BF16: nothing beyond 65504.

// INSTEAD OF
#include <cuda_bf16.h>
// WRITE
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned half_bits(__nv_bfloat16 value)
{
    return __half_as_ushort(__float2half(__bfloat162float(value)));
}

// INSTEAD OF
    return __bfloat16_as_ushort(first) | unsigned(__bfloat16_as_ushort(second)) << 16;
// WRITE
    return half_bits(first) | half_bits(second) << 16;

// INSTEAD OF
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
// WRITE
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
