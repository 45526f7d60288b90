// All of cuda_fp16.h and cuda_bf16.h that has a rule of its own: modifiers, NaN, roundings, masks, atomics, shuffles.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T, class T2>
__device__ void pairs(const T2* a, const T2* b, const T2* c, T2* o) {
    T2 x = a[threadIdx.x], y = b[threadIdx.x], z = c[threadIdx.x];
    o[0] = __hadd2_sat(x, y);
    o[1] = __hsub2_sat(x, y);
    o[2] = __hmul2_sat(x, y);
    o[3] = __hfma2_sat(x, y, z);
    o[4] = __hfma2_relu(x, y, z);
    o[5] = __hmax2(x, y);
    o[6] = __hmin2(x, y);
    o[7] = __hmax2_nan(x, y);
    o[8] = __hmin2_nan(x, y);
    o[9] = __hadd2_rn(x, y);
    o[10] = __hmul2_rn(x, y);
    o[11] = __hneg2(x);
    o[12] = __habs2(x);
    o[13] = __hisnan2(x);
    o[14] = __hcmadd(x, y, z);
}

template <class T, class T2>
__device__ void singles(const T2* a, const T2* b, const T2* c, T2* o) {
    T x = a[threadIdx.x].x, y = b[threadIdx.x].x, z = c[threadIdx.x].x;
    o[0] = {__hadd_sat(x, y), __hsub_sat(x, y)};
    o[1] = {__hmul_sat(x, y), __hfma_sat(x, y, z)};
    o[2] = {__hfma_relu(x, y, z), __hsub_rn(x, y)};
    o[3] = {__hmax(x, y), __hmin(x, y)};
    o[4] = {__hmax_nan(x, y), __hmin_nan(x, y)};
    T sum = x, rest = sum += y;
    o[5] = {sum, rest -= z};
}

template <class T, class T2>
__device__ void compares(const T2* a, const T2* b, const T2* c, T2* o) {
    T2 x = a[threadIdx.x], y = b[threadIdx.x];
    o[0] = __heq2(x, y), o[1] = __hne2(x, y), o[2] = __hle2(x, y), o[3] = __hgt2(x, y);
    o[4] = __hequ2(x, y), o[5] = __hneu2(x, y), o[6] = __hleu2(x, y), o[7] = __hgtu2(x, y);
    unsigned all = __hble2(x, y) + 2 * __hbgeu2(x, y) + 4 * __hbeq2(x, y) + 8 * __hbneu2(x, y) + 16 * (x.x < y.x) +
                   32 * __hltu(x.y, y.y) + 64 * __hisinf(x.x) * __hisinf(x.x) + 128 * __hisnan(x.y);
    unsigned* masks = reinterpret_cast<unsigned*>(o + 8);
    masks[0] = __heq2_mask(x, y), masks[1] = __hltu2_mask(x, y), masks[2] = all;
}

extern "C" __global__ void half_pairs(const __half2* a, const __half2* b, const __half2* c, __half2* o) {
    pairs<__half, __half2>(a, b, c, o + 15 * threadIdx.x);
}
extern "C" __global__ void bfloat_pairs(const __nv_bfloat162* a, const __nv_bfloat162* b, const __nv_bfloat162* c,
                                        __nv_bfloat162* o) {
    pairs<__nv_bfloat16, __nv_bfloat162>(a, b, c, o + 15 * threadIdx.x);
}
extern "C" __global__ void half_singles(const __half2* a, const __half2* b, const __half2* c, __half2* o) {
    singles<__half, __half2>(a, b, c, o + 6 * threadIdx.x);
}
extern "C" __global__ void bfloat_singles(const __nv_bfloat162* a, const __nv_bfloat162* b, const __nv_bfloat162* c,
                                          __nv_bfloat162* o) {
    singles<__nv_bfloat16, __nv_bfloat162>(a, b, c, o + 6 * threadIdx.x);
}
extern "C" __global__ void half_compares(const __half2* a, const __half2* b, const __half2* c, __half2* o) {
    compares<__half, __half2>(a, b, c, o + 11 * threadIdx.x);
}
extern "C" __global__ void bfloat_compares(const __nv_bfloat162* a, const __nv_bfloat162* b, const __nv_bfloat162* c,
                                           __nv_bfloat162* o) {
    compares<__nv_bfloat16, __nv_bfloat162>(a, b, c, o + 11 * threadIdx.x);
}

extern "C" __global__ void half_roundings(const float* in, __half* out, long long* ints) {
    int i = threadIdx.x;
    __half* o = out + 4 * i;
    o[0] = __float2half_rn(in[i]), o[1] = __float2half_rz(in[i]), o[2] = __float2half_rd(in[i]), o[3] = __float2half_ru(in[i]);
    long long* n = ints + 6 * i;
    n[0] = __half2int_rn(o[0]), n[1] = __half2int_rd(o[0]), n[2] = __half2int_ru(o[0]), n[3] = __half2short_rz(o[0]);
    n[4] = __half2ll_rn(o[0]), n[5] = __half2uint_ru(o[0]);
}

extern "C" __global__ void bfloat_roundings(const float* in, __nv_bfloat16* out, long long* ints) {
    int i = threadIdx.x;
    __nv_bfloat16* o = out + 4 * i;
    o[0] = __float2bfloat16_rn(in[i]), o[1] = __float2bfloat16_rz(in[i]);
    o[2] = __float2bfloat16_rd(in[i]), o[3] = __float2bfloat16_ru(in[i]);
    long long* n = ints + 6 * i;
    n[0] = __bfloat162int_rn(o[0]), n[1] = __bfloat162int_rd(o[0]), n[2] = __bfloat162int_ru(o[0]);
    n[3] = __bfloat162short_rz(o[0]), n[4] = __bfloat162ll_rn(o[0]), n[5] = __bfloat162uint_ru(o[0]);
}

extern "C" __global__ void halves_of_integers(const long long* in, __half* out, __nv_bfloat16* brain) {
    int i = threadIdx.x;
    __half* o = out + 6 * i;
    o[0] = __ll2half_rn(in[i]), o[1] = __ll2half_rz(in[i]), o[2] = __ull2half_ru(in[i]);
    o[3] = __int2half_rd(in[i]), o[4] = __uint2half_rn(in[i]), o[5] = __short2half_ru(in[i]);
    brain[2 * i] = __ll2bfloat16_rn(in[i]), brain[2 * i + 1] = __uint2bfloat16_rz(in[i]);
}

template <class T2>
__device__ void functions(const T2* in, T2* out) {
    T2 x = in[threadIdx.x], *o = out + 8 * threadIdx.x;
    o[0] = h2exp(x), o[1] = h2exp2(x), o[2] = h2sqrt(__habs2(x)), o[3] = h2rcp(x);
    o[4] = h2sin(x), o[5] = h2log2(__habs2(x)), o[6] = h2tanh(x), o[7] = h2rsqrt(__habs2(x));
}
extern "C" __global__ void half_functions_of_pairs(const __half2* in, __half2* out) { functions(in, out); }
extern "C" __global__ void bfloat_functions_of_pairs(const __nv_bfloat162* in, __nv_bfloat162* out) { functions(in, out); }

extern "C" __global__ void half_rounded_to_integers(const __half2* in, __half2* out) {
    __half2 x = in[threadIdx.x], *o = out + 4 * threadIdx.x;
    o[0] = h2trunc(x), o[1] = h2ceil(x), o[2] = h2floor(x), o[3] = h2rint(x);
}

extern "C" __global__ void half_atomics_everywhere(const __half2* in, __half2* sums, __half* single, __nv_bfloat162* brain,
                                                   __half* order) {
    __shared__ __half2 own;
    if (threadIdx.x == 0) own = __float2half2_rn(0.f);
    __syncthreads();
    atomicAdd(&own, in[threadIdx.x]);
    order[threadIdx.x] = atomicAdd(single, __float2half(1.f));
    if (threadIdx.x % 2) atomicAdd(brain + threadIdx.x / 16, __floats2bfloat162_rn(2.f, threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = own;
}

extern "C" __global__ void half_exchanges(const __half2* in, __half2* out, __nv_bfloat16* brain) {
    __half2 x = in[threadIdx.x];
    out[4 * threadIdx.x] = __shfl_xor_sync(0xffffffff, x, 3);
    out[4 * threadIdx.x + 1] = __shfl_up_sync(0xffffffff, x, 1);
    out[4 * threadIdx.x + 2] = __halves2half2(__shfl_down_sync(0xffffffff, x.x, 2, 16), __shfl_sync(0xffffffff, x.y, 5, 8));
    __half2 sum = x;
    for (int offset = 16; offset > 0; offset /= 2) sum = __hadd2(sum, __shfl_xor_sync(0xffffffff, sum, offset));
    out[4 * threadIdx.x + 3] = sum;
    brain[threadIdx.x] = __shfl_xor_sync(0xffffffff, __float2bfloat16(__low2float(x)), 1);
}

extern "C" __global__ void half_caches(const __half2* in, __half2* out, const __half* single, __half* other) {
    int i = threadIdx.x;
    __stcg(out + 4 * i, __ldg(in + i)), __stcs(out + 4 * i + 1, __ldcs(in + i));
    __stwt(out + 4 * i + 2, __ldcg(in + i)), __stwb(out + 4 * i + 3, __ldlu(in + i));
    __stcg(other + i, __ldca(single + i));
}

extern "C" __global__ void half_pieces(const __half2* a, const __half2* b, __half2* o, float* floats, short* bits) {
    __half2 x = a[threadIdx.x], y = b[threadIdx.x];
    o += 6 * threadIdx.x;
    o[0] = __lows2half2(x, y), o[1] = __highs2half2(x, y), o[2] = __lowhigh2highlow(x), o[3] = __low2half2(x);
    o[4] = __half2half2(__high2half(y)), o[5] = __float22half2_rn(make_float2(__low2float(x), 1e-7f));
    float2 f = __half22float2(x);
    floats[threadIdx.x] = f.x - f.y;
    bits[threadIdx.x] = __half_as_short(x.x) ^ static_cast<short>(__half_as_ushort(__short_as_half(5)));
}
