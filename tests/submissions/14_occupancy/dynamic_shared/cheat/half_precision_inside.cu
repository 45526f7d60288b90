// expect: correctness
// FP16 in the tile: half the bytes, and a thousandth of the precision.

#include <cuda_fp16.h>

extern "C" __global__ void dynamic_shared(const float2* points, const float* masses, float* out, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    __half2* tile_point = reinterpret_cast<__half2*>(raw);
    __half* tile_mass = reinterpret_cast<__half*>(raw + blockDim.x * sizeof(__half2));
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    float2 me = i < n ? points[i] : make_float2(0.0f, 0.0f);
    float sum = 0.0f;
    for (int begin = 0; begin < n; begin += blockDim.x) {
        if (begin + t < n) {
            tile_point[t] = __float22half2_rn(points[begin + t]);
            tile_mass[t] = __float2half(masses[begin + t]);
        }
        __syncthreads();
        int count = min(int(blockDim.x), n - begin);
        for (int j = 0; j < count; ++j) {
            float2 other = __half22float2(tile_point[j]);
            float dx = me.x - other.x;
            float dy = me.y - other.y;
            sum += __half2float(tile_mass[j]) * (dx * dx + dy * dy);
        }
        __syncthreads();
    }
    if (i < n)
        out[i] = sum;
}
