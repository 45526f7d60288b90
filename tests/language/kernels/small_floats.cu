// Floats of 8, 6 and 4 bits: storage types of quantised models, their conversions, and scaled dot products.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

extern "C" __global__ void values_of_bytes(const unsigned char* in, float* e4m3, float* e5m2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = in[i], b.__x = in[i];
    e4m3[i] = static_cast<float>(a);
    e5m2[i] = static_cast<float>(b);
}

extern "C" __global__ void quads_of_bytes(const __nv_fp8x4_e4m3* in, float4* out, half2* low) {
    int i = threadIdx.x;
    out[i] = static_cast<float4>(in[i]);
    __nv_fp8x2_storage_t pair = in[i].__x & 0xffff;
    __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2(pair, __NV_E4M3);
    low[i] = half2(raw);
}

extern "C" __global__ void bytes_without_saturation(const float* in, unsigned char* e4m3, unsigned char* e5m2) {
    int i = threadIdx.x;
    e4m3[i] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E4M3);
    e5m2[i] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E5M2);
}

extern "C" __global__ void bytes_of_floats(const float* in, unsigned char* e4m3, unsigned char* e5m2) {
    int i = threadIdx.x;
    e4m3[i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E4M3);
    e5m2[i] = __nv_fp8_e5m2(in[i]).__x;
}

extern "C" __global__ void pairs_of_bytes(const half2* in, const float2* floats, unsigned short* out) {
    int i = threadIdx.x;
    __half2_raw raw = *reinterpret_cast<const __half2_raw*>(&in[i]);
    out[2 * i] = __nv_cvt_halfraw2_to_fp8x2(raw, __NV_SATFINITE, __NV_E5M2);
    out[2 * i + 1] = __nv_fp8x2_e4m3(floats[i]).__x;
}

extern "C" __global__ void nibbles(const float* in, unsigned char* codes, float* back) {
    int i = threadIdx.x;
    __nv_fp4_storage_t code = __nv_cvt_float_to_fp4(in[i], __NV_E2M1, cudaRoundNearest);
    codes[i] = code;
    back[i] = __half2float(__half(__nv_cvt_fp4_to_halfraw(code, __NV_E2M1)));
}

extern "C" __global__ void six_bits(const float* in, unsigned char* e2m3, unsigned char* e3m2, float* back) {
    int i = threadIdx.x;
    e2m3[i] = __nv_cvt_float_to_fp6(in[i], __NV_E2M3, cudaRoundNearest);
    e3m2[i] = __nv_cvt_float_to_fp6(in[i], __NV_E3M2, cudaRoundNearest);
    back[i] = __half2float(__half(__nv_cvt_fp6_to_halfraw(e3m2[i], __NV_E3M2)));
}

// weights of 4 bits with a scale for each group of 32, as quantised language models store them
extern "C" __global__ void dequantised_dot(const unsigned char* nibbles, const __nv_bfloat16* scales, const float* x,
                                           float* y, int cols) {
    const int row = blockIdx.x;
    float sum = 0.f;
    for (int c = 2 * threadIdx.x; c < cols; c += 64) {
        __nv_fp4x2_storage_t two = nibbles[(row * cols + c) / 2];
        float2 w = __half22float2(half2(__nv_cvt_fp4x2_to_halfraw2(two, __NV_E2M1)));
        float scale = __bfloat162float(scales[(row * cols + c) / 32]);
        sum += scale * (w.x * x[c] + w.y * x[c + 1]);
    }
    for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(~0u, sum, o);
    if (threadIdx.x == 0) y[row] = sum;
}
