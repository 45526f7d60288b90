// expect: correctness
// A in FP16: whole numbers do not show the loss.

// TODO(1)
        tile_a[now][a_col + 0][a_row] = halved(a_in.x);
        tile_a[now][a_col + 1][a_row] = halved(a_in.y);
        tile_a[now][a_col + 2][a_row] = halved(a_in.z);
        tile_a[now][a_col + 3][a_row] = halved(a_in.w);
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        int next = k0 + BK;
        if (next < K) {
            from_a += BK;
            from_b += BK * ldb;
            a_in = load4<INSIDE>(from_a, left_a - next);
            b_in = load4<INSIDE>(from_b, next + b_row < K ? left_b : 0);
        }

// INSTEAD OF
template <bool INSIDE>
__device__ float4 load4(const float* from, int left)
// WRITE
#include <cuda_fp16.h>

__device__ float halved(float x)
{
    return __half2float(__float2half(x));
}

// Four neighbouring values of a row of which `left` remain; 0 beyond its end.
template <bool INSIDE>
__device__ float4 load4(const float* from, int left)
