// expect: correctness
// A thread adds up the whole vector, and forgets the ticket of the others: two launches would not mix.

#include <cuda_fp16.h>

extern "C" __global__ void last_block_sum(const float* in, float* partial, unsigned* ticket, float* out, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        float total = 0.0f;
        for (int i = 0; i < n; ++i)
            total += __half2float(__float2half(in[i]));
        out[0] = total;
    }
}
