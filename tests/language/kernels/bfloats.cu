// bfloat16: scalars, pairs, conversions, and mixed precision with float accumulators.
#include <cuda_bf16.h>

extern "C" __global__ void bfloat_conversions(const float* in, __nv_bfloat16* out, float* back) {
    int i = threadIdx.x;
    __nv_bfloat16 b = __float2bfloat16(in[i]);
    out[2 * i] = b;
    out[2 * i + 1] = __float2bfloat16_rz(in[i]);
    back[i] = __bfloat162float(b);
}

extern "C" __global__ void bfloat_arithmetic(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out) {
    int i = threadIdx.x;
    __nv_bfloat16 x = a[i], y = b[i];
    out[6 * i + 0] = __hadd(x, y);
    out[6 * i + 1] = __hmul(x, y);
    out[6 * i + 2] = __hfma(x, y, x);
    out[6 * i + 3] = __hmax(x, y);
    out[6 * i + 4] = -x;
    out[6 * i + 5] = x - y;
}

extern "C" __global__ void bfloat_pairs(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* out) {
    int i = threadIdx.x;
    out[3 * i] = __hfma2(a[i], b[i], a[i]);
    out[3 * i + 1] = __hadd2(a[i], __lowhigh2highlow(b[i]));
    out[3 * i + 2] = __floats2bfloat162_rn(__low2float(a[i]) * 3.0f, __high2float(b[i]) - 1.0f);
}

extern "C" __global__ void bfloat_comparisons(const __nv_bfloat16* a, const __nv_bfloat16* b, int* out) {
    int i = threadIdx.x;
    out[i] = (a[i] < b[i]) + 2 * (a[i] == b[i]) + 4 * __hge(a[i], b[i]);
}

extern "C" __global__ void bfloat_matrix_vector(const __nv_bfloat16* matrix, const __nv_bfloat16* x, float* y, int cols) {
    int row = blockIdx.x;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32)
        sum += __bfloat162float(matrix[row * cols + c]) * __bfloat162float(x[c]);
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, o);
    if (threadIdx.x == 0) y[row] = sum;
}

extern "C" __global__ void bfloat_sum(const __nv_bfloat16* in, __nv_bfloat16* out, int n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += (float)in[threadIdx.x * n + k];
    out[threadIdx.x] = (__nv_bfloat16)sum;
}

extern "C" __global__ void bfloat_functions(const __nv_bfloat16* in, __nv_bfloat16* out) {
    int i = threadIdx.x;
    out[3 * i] = hexp(in[i]);
    out[3 * i + 1] = hsqrt(__habs(in[i]));
    out[3 * i + 2] = htanh(in[i]);
}
