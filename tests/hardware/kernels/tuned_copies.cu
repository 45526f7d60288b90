#include <cuda_fp16.h>
typedef unsigned char uchar;

// plain float4 copy, scale, with scalar tail handled by the last threads
extern "C" __global__ void scale_f4_tail(const float* __restrict__ in, float* __restrict__ out, int n, float alpha)
{
    const int n4 = n >> 2;
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = in4[i];
        v.x *= alpha; v.y *= alpha; v.z *= alpha; v.w *= alpha;
        out4[i] = v;
    }
    int rem = n & 3;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < rem)
        out[(n4 << 2) + threadIdx.x] = alpha * in[(n4 << 2) + threadIdx.x];
}

// head/tail peel: destination is offset by `shift` floats, so loads are float2 only when the source allows it
extern "C" __global__ void memmove_peel(const float* src, float* dst, unsigned n, unsigned shift)
{
    const float* s = src + shift;
    unsigned head = (4u - (shift & 3u)) & 3u;
    if (head > n) head = n;
    unsigned body = (n - head) / 4u;
    unsigned tid = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned nth = gridDim.x * blockDim.x;
    if (tid < head) dst[tid] = s[tid];
    const float4* sv = (const float4*)(s + head);
    for (unsigned i = tid; i < body; i += nth) {
        float4 q = __ldg(sv + i);
        float* d = dst + head + 4u * i;
        if ((head & 1u) == 0) {
            *(float2*)(d) = make_float2(q.x, q.y);
            *(float2*)(d + 2) = make_float2(q.z, q.w);
        } else {
            d[0] = q.x; d[1] = q.y; d[2] = q.z; d[3] = q.w;
        }
    }
    for (unsigned i = head + body * 4u + tid; i < n; i += nth) dst[i] = s[i];
}

// generic aligned vector, ILP unrolled like a dl framework's elementwise kernel
template <typename T, int N> struct alignas(sizeof(T) * N) aligned_vec { T val[N]; };

template <int VEC, typename T, typename F>
__device__ void elementwise(T* out, const T* a, const T* b, int n, F f)
{
    using V = aligned_vec<T, VEC>;
    const int block_work = blockDim.x * VEC * 2;
    int base = blockIdx.x * block_work;
    int remaining = n - base;
    if (remaining < block_work) {
        for (int k = 0; k < VEC * 2; ++k) {
            int i = threadIdx.x + k * blockDim.x;
            if (i < remaining) out[base + i] = f(a[base + i], b[base + i]);
        }
    } else {
        const V* av = (const V*)(a + base);
        const V* bv = (const V*)(b + base);
        V* ov = (V*)(out + base);
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            V x = av[threadIdx.x + k * blockDim.x], y = bv[threadIdx.x + k * blockDim.x], z;
#pragma unroll
            for (int j = 0; j < VEC; ++j) z.val[j] = f(x.val[j], y.val[j]);
            ov[threadIdx.x + k * blockDim.x] = z;
        }
    }
}
extern "C" __global__ void ew_addcmul_i16(short* out, const short* a, const short* b, int n)
{
    elementwise<8>(out, a, b, n, [](short x, short y) { return (short)(x + 3 * y); });
}
extern "C" __global__ void ew_hypot_f64(double* out, const double* a, const double* b, int n)
{
    elementwise<2>(out, a, b, n, [](double x, double y) { return sqrt(x * x + y * y); });
}

// RGBA -> planar luma with uchar4; each thread 4 pixels through uint4
extern "C" __global__ void rgba_to_planes(const uint4* px, uchar4* luma, uchar* alpha, int nquads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nquads) return;
    union { uint4 q; uchar4 p[4]; } u;
    u.q = px[i];
    uchar l[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        l[k] = (uchar)((u.p[k].x * 77 + u.p[k].y * 150 + u.p[k].z * 29) >> 8);
        alpha[4 * i + k] = u.p[k].w;
    }
    luma[i] = make_uchar4(l[0], l[1], l[2], l[3]);
}

// transposes a 64x64 byte tile with 4-byte words and prmt style byte gathers through padded smem
extern "C" __global__ void transpose_bytes(const unsigned* in, unsigned* out, int words_per_row, int out_words_per_row)
{
    __shared__ unsigned tile[64][17];
    const int tx = threadIdx.x, ty = threadIdx.y; // 16 x 16
    for (int r = ty; r < 64; r += 16)
        tile[r][tx] = in[(blockIdx.y * 64 + r) * words_per_row + blockIdx.x * 16 + tx];
    __syncthreads();
    const uchar* bytes = (const uchar*)&tile[0][0];
    for (int c = ty; c < 64; c += 16) {
        unsigned w = 0;
        for (int k = 3; k >= 0; --k) w = (w << 8) | bytes[(tx * 4 + k) * 68 + c];
        out[(blockIdx.x * 64 + c) * out_words_per_row + blockIdx.y * 16 + tx] = w;
    }
}

// half2 relu + residual, odd count, last half alone
extern "C" __global__ void half2_residual(const __half* x, const __half* r, __half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pairs = n / 2;
    if (i < pairs) {
        float2 a = __half22float2(((const __half2*)x)[i]);
        float2 b = __half22float2(((const __half2*)r)[i]);
        a.x = fmaxf(a.x + b.x * .5f, 0.f);
        a.y = fmaxf(a.y + b.y * .5f, 0.f);
        ((__half2*)y)[i] = __floats2half2_rn(a.x, a.y);
    } else if (i == pairs && (n & 1)) {
        y[n - 1] = __float2half(fmaxf(__half2float(x[n - 1]) + .5f * __half2float(r[n - 1]), 0.f));
    }
}

// interleave 3 planes into rgb triples by staging through shared, wide stores
extern "C" __global__ void planes_to_packed3(const float* __restrict__ r, const float* __restrict__ g, const float* __restrict__ b, float* __restrict__ rgb, int n)
{
    extern __shared__ float4 stage4[];
    float* stage = (float*)stage4;
    int base = blockIdx.x * blockDim.x;
    int cnt = min((int)blockDim.x, n - base);
    if ((int)threadIdx.x < cnt) {
        float* s = stage + 3 * threadIdx.x;
        s[0] = r[base + threadIdx.x];
        s[1] = g[base + threadIdx.x];
        s[2] = b[base + threadIdx.x];
    }
    __syncthreads();
    int words = 3 * cnt;
    float* dst = rgb + 3 * (size_t)base;
    int v4 = words / 4;
    for (int i = threadIdx.x; i < v4; i += blockDim.x) ((float4*)dst)[i] = stage4[i];
    for (int i = v4 * 4 + threadIdx.x; i < words; i += blockDim.x) dst[i] = stage[i];
}
