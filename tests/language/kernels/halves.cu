// 16-bit floating point: half, half2 and their intrinsics.
#include <cuda_fp16.h>

extern "C" __global__ void half_arithmetic(const __half* a, const __half* b, __half* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half x = a[i], y = b[i];
    __half* row = out + 9 * i;
    row[0] = __hadd(x, y);
    row[1] = __hsub(x, y);
    row[2] = __hmul(x, y);
    row[3] = __hfma(x, y, x);
    row[4] = __hneg(x);
    row[5] = __habs(y);
    row[6] = __hmax(x, y);
    row[7] = __hmin(x, y);
    row[8] = __hadd_rn(x, __hmul_rn(x, y));
}

extern "C" __global__ void half_operators(const half* a, const half* b, half* out) {
    int i = threadIdx.x;
    half x = a[i];
    x += b[i];
    x *= half(0.5f);
    out[2 * i] = x - b[i] / half(4);
    out[2 * i + 1] = (x > b[i]) ? x : -b[i];
}

extern "C" __global__ void half_axpy(half alpha, const half* x, half* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma(alpha, x[i], y[i]);
}

extern "C" __global__ void half2_axpy(float alpha, const half2* x, half2* y, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) y[i] = __hfma2(__float2half2_rn(alpha), x[i], y[i]);
}

extern "C" __global__ void half2_parts(const __half2* a, const __half2* b, __half2* out, float* sums) {
    int i = threadIdx.x;
    __half2 swapped = __lowhigh2highlow(a[i]);
    __half2 mixed = __halves2half2(__low2half(a[i]), __high2half(b[i]));
    out[6 * i + 0] = __hadd2(swapped, b[i]);
    out[6 * i + 1] = __hmul2(a[i], __half2half2(__low2half(b[i])));
    out[6 * i + 2] = __hsub2(mixed, a[i]);
    out[6 * i + 3] = __hmax2(a[i], b[i]);
    out[6 * i + 4] = __hneg2(__habs2(a[i]));
    out[6 * i + 5] = __floats2half2_rn(i * 0.1f, -i * 0.3f);
    float2 f = __half22float2(a[i]);
    sums[i] = f.x + f.y + __low2float(b[i]) * __high2float(b[i]);
}

extern "C" __global__ void half_conversions(const float* in, __half* out, int* ints, unsigned short* bits) {
    int i = threadIdx.x;
    __half h = __float2half(in[i]);
    out[4 * i] = h;
    out[4 * i + 1] = __float2half_rz(in[i]);
    out[4 * i + 2] = __int2half_rn(i * 131);
    out[4 * i + 3] = __double2half((double)in[i] * 1.0009765625);
    ints[2 * i] = __half2int_rz(h);
    ints[2 * i + 1] = __half2short_rn(h) + (int)__half2uint_rz(__habs(h));
    bits[i] = __half_as_ushort(h) ^ 0x8000;
}

extern "C" __global__ void half_comparisons(const __half* a, const __half* b, int* out) {
    int i = threadIdx.x;
    __half2 x = __half2half2(a[i]), y = __halves2half2(b[i], a[i]);
    out[2 * i] = __heq(a[i], b[i]) + 2 * __hlt(a[i], b[i]) + 4 * __hge(a[i], b[i]) + 8 * __hisnan(a[i])
               + 16 * (__hisinf(b[i]) != 0) + 32 * __hne(a[i], b[i]) + 64 * __hgtu(a[i], b[i]);
    out[2 * i + 1] = __hbeq2(x, y) + 2 * __hblt2(y, x) + 4 * (__low2float(__hgt2(x, y)) == 1.0f);
}

extern "C" __global__ void half_functions(const __half* in, __half* out) {
    int i = threadIdx.x;
    __half x = in[i];
    __half* row = out + 12 * i;
    row[0] = hexp(x);
    row[1] = hlog(__habs(x));
    row[2] = hsqrt(__habs(x));
    row[3] = hrsqrt(__habs(x));
    row[4] = hsin(x);
    row[5] = hcos(x);
    row[6] = hrcp(x);
    row[7] = hfloor(x);
    row[8] = hrint(x);
    row[9] = htrunc(x);
    row[10] = __hdiv(x, __half(3.0f));
    row[11] = hexp2(x);
}

extern "C" __global__ void half2_functions(const __half2* in, __half2* out) {
    int i = threadIdx.x;
    out[4 * i] = h2exp(in[i]);
    out[4 * i + 1] = h2sqrt(__habs2(in[i]));
    out[4 * i + 2] = __h2div(in[i], __float2half2_rn(1.5f));
    out[4 * i + 3] = h2ceil(in[i]);
}

extern "C" __global__ void half_dot_product(const half2* a, const half2* b, float* out, int pairs) {
    __shared__ float partial[4];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        sum += x.x * y.x + x.y * y.y;
    }
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) out[0] = partial[0] + partial[1] + partial[2] + partial[3];
}

extern "C" __global__ void half_gemm(const half* A, const half* B, float* C, int n) {
    __shared__ half a_tile[8][8], b_tile[8][8 + 2];
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 8) {
        a_tile[threadIdx.y][threadIdx.x] = A[row * n + k + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int j = 0; j < 8; ++j) sum += __half2float(a_tile[threadIdx.y][j]) * __half2float(b_tile[j][threadIdx.x]);
        __syncthreads();
    }
    C[row * n + col] = sum;
}

extern "C" __global__ void half_shuffle(const half* in, half* out, half2* pairs) {
    int lane = threadIdx.x;
    half x = in[lane];
    for (int mask = 16; mask > 0; mask >>= 1) x = __hmax(x, __shfl_xor_sync(0xFFFFFFFFu, x, mask));
    out[lane] = x;
    half2 p = __halves2half2(in[lane], in[31 - lane]);
    pairs[lane] = __shfl_down_sync(0xFFFFFFFFu, p, 3, 8);
}

struct alignas(16) Half8 {
    half2 pair[4];
};

extern "C" __global__ void half_wide_loads(const Half8* in, Half8* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Half8 v = in[i];
#pragma unroll
    for (int k = 0; k < 4; ++k) v.pair[k] = __hmul2(v.pair[k], v.pair[k]);
    out[i] = v;
}

extern "C" __global__ void half_relu(const half2* in, half2* out, int pairs) {
    const half2 zero = __float2half2_rn(0.0f);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
        out[i] = __hmul2(in[i], __hgt2(in[i], zero));
}

extern "C" __global__ void half2_fused_relu(const half2* a, const half2* b, const half2* c, half2* out) {
    int i = threadIdx.x;
    out[i] = __hfma2_relu(a[i], b[i], c[i]);
}
