#include <cuda_fp16.h>
typedef unsigned char uchar;
typedef unsigned int uint;

// byte LUT + byte permutation
extern "C" __global__ void byte_sbox(const uchar* msg, uchar* enc, int len, uint key)
{
    __shared__ uchar sbox[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        sbox[i] = (uchar)((i * 167u + key) & 255u);
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += gridDim.x * blockDim.x) {
        uchar c = msg[i];
        c = sbox[c];
        if (c & 1) c ^= sbox[(c + i) & 0xff];
        enc[i] = c;
    }
}

// reverse bytes inside a window in shared, starting at an odd offset
extern "C" __global__ void byte_reverse(const uchar* __restrict__ in, uchar* __restrict__ out, int n)
{
    __shared__ uchar w[3 + 512];
    uchar* p = w + 3;
    int base = blockIdx.x * 512;
    int cnt = min(512, n - base);
    for (int i = threadIdx.x; i < cnt; i += blockDim.x) p[i] = in[base + i];
    __syncthreads();
    for (int i = threadIdx.x; i < cnt; i += blockDim.x) out[base + i] = p[cnt - 1 - i];
}

// halves: stride HS inside shared, reads as half and as half2
#ifndef HS
#define HS 3
#endif
extern "C" __global__ void half_stride(const __half* x, float* y)
{
    __shared__ __align__(4) __half h[128 * HS];
    const int t = threadIdx.x;
    for (int k = 0; k < HS; ++k) h[t * HS + k] = x[(blockIdx.x * HS + k) * 128 + t];
    __syncthreads();
    float a = 0;
    for (int k = 0; k < HS; k++) a += __half2float(h[(127 - t) * HS + k]) * (k + 1);
    const __half2* h2 = reinterpret_cast<const __half2*>(h);
    float2 f = __half22float2(h2[(t * 5) % (64 * HS)]);
    y[blockIdx.x * 128 + t] = a + f.x - f.y;
}

// One template, all the vector widths
template <typename V> __device__ __forceinline__ uint fold(const V& v);
template <> __device__ __forceinline__ uint fold(const uchar& v) { return v; }
template <> __device__ __forceinline__ uint fold(const ushort2& v) { return v.x + 3u * v.y; }
template <> __device__ __forceinline__ uint fold(const uint& v) { return v; }
template <> __device__ __forceinline__ uint fold(const unsigned short& v) { return v; }
template <> __device__ __forceinline__ uint fold(const uint2& v) { return v.x ^ v.y; }
template <> __device__ __forceinline__ uint fold(const uint4& v) { return v.x ^ v.y ^ (v.z + v.w); }

template <typename V>
__device__ uint probe(const uint* words, int nbytes, int stride, int start)
{
    const V* p = reinterpret_cast<const V*>(words);
    int cnt = nbytes / (int)sizeof(V);
    return fold<V>(p[(threadIdx.x * stride + start) % cnt]);
}

extern "C" __global__ void width_probe(const uint* g, uint* o, int stride, int start)
{
    __shared__ __align__(16) uint words[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = g[i] * 2654435761u;
    __syncthreads();
    uint r = probe<uchar>(words, 4096, stride, start);
    r = r * 31 + probe<unsigned short>(words, 4096, stride, start);
    r = r * 31 + probe<uint>(words, 4096, stride, start);
    r = r * 31 + probe<uint2>(words, 4096, stride, start);
    r = r * 31 + probe<uint4>(words, 4096, stride, start);
    r = r * 31 + probe<ushort2>(words, 4096, stride, start);
    o[blockIdx.x * blockDim.x + threadIdx.x] = r;
}

// only some lanes take part: even, quarter, one per warp, random mask
extern "C" __global__ void partial_masks(const float* in, float* out, uint mask)
{
    __shared__ double d[256];
    __shared__ float f[256];
    int t = threadIdx.x, lane = t & 31;
    f[t] = in[blockIdx.x * blockDim.x + t];
    d[t] = 3.0 * t;
    __syncthreads();
    float r = 0;
    if (lane % 2 == 0) r += f[(t * 2) & 255];
    if (lane < 8) r += f[(t * 32) & 255];
    if (mask >> lane & 1u) {
        r += (float)d[(t * 4 + 1) & 255];
    }
    __syncthreads();
    if (mask >> lane & 1u) f[t] = r;
    if (lane == 0) { d[t] = r; }
    __syncthreads();
    r += (float)d[t & ~31];            // broadcast
    r += f[(t ^ 16)];
    out[blockIdx.x * blockDim.x + t] = r;
}

// misaligned start: pointer moved by `shift` elements, 8 byte elements in odd order
extern "C" __global__ void shifted_double(const double* a, double* b, int n, int shift)
{
    extern __shared__ double win[];
    double* w = win + shift;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < shift) win[threadIdx.x] = -1.0;
    w[threadIdx.x] = (i < n) ? a[i] : 0.0;
    __syncthreads();
    if (i >= n) return;
    int odd = threadIdx.x & 1;
    double left = odd ? w[(int)threadIdx.x - 1] : win[threadIdx.x >> 1];
    b[i] = left + 0.5 * w[threadIdx.x];
}

// float3 in shared memory, read by members and whole
extern "C" __global__ void cross_products(const float3* u, float3* v, int n)
{
    __shared__ float3 s[129];
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) s[threadIdx.x] = u[i];
    if (threadIdx.x == 127 || i == n - 1) s[threadIdx.x + 1] = u[(i + 1) % n];
    __syncthreads();
    if (i < n) {
        float3 a = s[threadIdx.x], b = s[threadIdx.x + 1];
        v[i] = make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    }
}
