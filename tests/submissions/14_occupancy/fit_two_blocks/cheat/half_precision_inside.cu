// expect: correctness
// Two elements share a word: with FP16 nothing has to be parked.

#include <cuda_fp16.h>

constexpr int THREADS = 512;
constexpr int PAIRS = 32;

__device__ float block_max(float best)
{
    __shared__ float of_warp[THREADS / 32];
    for (int apart = 16; apart > 0; apart /= 2)
        best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, apart));
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = best;
    __syncthreads();
    for (int warp = 0; warp < THREADS / 32; ++warp)
        best = fmaxf(best, of_warp[warp]);
    return best;
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
fit_two_blocks(const float* __restrict__ in, float* __restrict__ out, int rows, int cols)
{
    const float* from = in + blockIdx.x * cols;
    float* to = out + blockIdx.x * cols;
    __half2 kept[PAIRS];
    float best = -INFINITY;

    #pragma unroll
    for (int k = 0; k < PAIRS; ++k) {
        int col = threadIdx.x + 2 * k * THREADS;
        float a = col < cols ? from[col] : -INFINITY;
        float b = col + THREADS < cols ? from[col + THREADS] : -INFINITY;
        best = fmaxf(best, fmaxf(a, b));
        kept[k] = __floats2half2_rn(a, b);
    }
    best = block_max(best);
    #pragma unroll
    for (int k = 0; k < PAIRS; ++k) {
        int col = threadIdx.x + 2 * k * THREADS;
        if (col < cols)
            to[col] = __low2float(kept[k]) - best;
        if (col + THREADS < cols)
            to[col + THREADS] = __high2float(kept[k]) - best;
    }
}
