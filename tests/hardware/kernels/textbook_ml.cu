// Building blocks of neural networks; half and bfloat16 arithmetic.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define FULL 0xffffffffu
#define GID (blockIdx.x * blockDim.x + threadIdx.x)

__device__ float warp_sum(float v) { for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(FULL, v, o); return v; }
__device__ float warp_max(float v) { for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL, v, o)); return v; }

// three passes, one thread per row: the first version everybody writes
extern "C" __global__ void softmax_naive(const float* x, float* y, int rows, int cols)
{
    int r = GID;
    if (r >= rows) return;
    float m = -INFINITY, s = 0;
    for (int j = 0; j < cols; j++) m = max(m, x[r * cols + j]);
    for (int j = 0; j < cols; j++) s += expf(x[r * cols + j] - m);
    for (int j = 0; j < cols; j++) y[r * cols + j] = expf(x[r * cols + j] - m) / s;
}
extern "C" __global__ void softmax_warp(const float* x, float* y, int rows, int cols)
{
    int r = GID / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float m = -INFINITY, s = 0.f;
    for (int j = lane; j < cols; j += 32) m = fmaxf(m, x[r * cols + j]);
    m = warp_max(m);
    for (int j = lane; j < cols; j += 32) s += __expf(x[r * cols + j] - m);
    s = warp_sum(s);
    for (int j = lane; j < cols; j += 32) y[r * cols + j] = __fdividef(__expf(x[r * cols + j] - m), s);
}
// running maximum and sum merged in a tree
struct MD { float m, d; };
__device__ MD md_merge(MD a, MD b)
{
    bool big = a.m > b.m;
    MD hi = big ? a : b, lo = big ? b : a;
    return {hi.m, hi.d + lo.d * __expf(lo.m - hi.m)};
}
extern "C" __global__ void softmax_online_block(const float* x, float* y, int cols)
{
    __shared__ MD s[128];
    MD p = {-1e30f, 0.f};
    const float* row = x + blockIdx.x * cols;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) p = md_merge(p, {row[j], 1.f});
    s[threadIdx.x] = p;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] = md_merge(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    MD t = s[0];
    for (int j = threadIdx.x; j < cols; j += blockDim.x) y[blockIdx.x * cols + j] = __expf(row[j] - t.m) / t.d;
}
extern "C" __global__ void cross_entropy(const float* logits, const int* target, float* loss, float* grad, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    const float* x = logits + r * cols;
    float m = -INFINITY, s = 0;
    for (int j = lane; j < cols; j += 32) m = fmaxf(m, x[j]);
    m = warp_max(m);
    for (int j = lane; j < cols; j += 32) s += expf(x[j] - m);
    s = warp_sum(s);
    if (lane == 0) loss[r] = logf(s) + m - x[target[r]];
    for (int j = lane; j < cols; j += 32) grad[r * cols + j] = expf(x[j] - m) / s - (j == target[r] ? 1.f : 0.f);
}

extern "C" __global__ void layernorm_two_pass(const float* x, const float* gamma, const float* beta, float* y, int cols, float eps)
{
    extern __shared__ float sh[];
    const float* r = x + blockIdx.x * cols;
    int t = threadIdx.x;
    float a = 0;
    for (int j = t; j < cols; j += blockDim.x) a += r[j];
    sh[t] = a;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k >>= 1) { if (t < k) sh[t] += sh[t + k]; __syncthreads(); }
    float mean = sh[0] / cols;
    __syncthreads();
    a = 0;
    for (int j = t; j < cols; j += blockDim.x) a += (r[j] - mean) * (r[j] - mean);
    sh[t] = a;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k >>= 1) { if (t < k) sh[t] += sh[t + k]; __syncthreads(); }
    float inv = 1.0f / sqrtf(sh[0] / cols + eps);
    for (int j = t; j < cols; j += blockDim.x) y[blockIdx.x * cols + j] = (r[j] - mean) * inv * gamma[j] + beta[j];
}
extern "C" __global__ void rmsnorm_vec4(const float4* x, const float4* w, float4* y, int c4)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float s = 0;
    for (int j = lane; j < c4; j += 32) { float4 v = x[row * c4 + j]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    float k = rsqrtf(warp_sum(s) / (4 * c4) + 1e-5f);
    for (int j = lane; j < c4; j += 32) {
        float4 v = x[row * c4 + j], g = w[j];
        y[row * c4 + j] = make_float4(v.x * k * g.x, v.y * k * g.y, v.z * k * g.z, v.w * k * g.w);
    }
}
extern "C" __global__ void batchnorm_infer(const float* x, const float* mean, const float* var, float* y, int C, int HW, int n)
{
    int i = GID;
    if (i >= n) return;
    int c = i / HW % C;
    y[i] = (x[i] - mean[c]) / sqrtf(fabsf(var[c]) + 1e-3f);
}

enum Act { RELU, LEAKY, GELU, SILU, TANH, HARDSWISH };
template <Act A> __device__ float act(float v)
{
    if constexpr (A == RELU) return v > 0 ? v : 0;
    else if constexpr (A == LEAKY) return v > 0 ? v : 0.01f * v;
    else if constexpr (A == GELU) return 0.5f * v * (1.f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
    else if constexpr (A == SILU) return v / (1.f + __expf(-v));
    else if constexpr (A == TANH) return tanhf(v);
    else return v * fminf(fmaxf(v + 3.f, 0.f), 6.f) / 6.f;
}
extern "C" __global__ void activations(const float* x, float* y, int which, int n)
{
    for (int i = GID; i < n; i += blockDim.x * gridDim.x) {
        float v = 4.f * x[i];
        switch (which) {
            case RELU: y[i] = act<RELU>(v); break;
            case LEAKY: y[i] = act<LEAKY>(v); break;
            case GELU: y[i] = act<GELU>(v); break;
            case SILU: y[i] = act<SILU>(v); break;
            case TANH: y[i] = act<TANH>(v); break;
            default: y[i] = act<HARDSWISH>(v);
        }
    }
}

// attention, scores of one query row in shared memory
extern "C" __global__ void attention_row(const float* Q, const float* K, const float* V, float* O, int n, int d, int causal)
{
    extern __shared__ float s[];
    int q = blockIdx.x, t = threadIdx.x, len = causal ? q + 1 : n;
    float sc = 1.f / sqrtf((float)d);
    for (int k = t; k < len; k += blockDim.x) {
        float a = 0;
        for (int j = 0; j < d; j++) a += Q[q * d + j] * K[k * d + j];
        s[k] = a * sc;
    }
    __syncthreads();
    float m = -INFINITY, sum = 0;
    for (int k = 0; k < len; k++) m = fmaxf(m, s[k]);
    for (int k = 0; k < len; k++) sum += expf(s[k] - m);
    for (int j = t; j < d; j += blockDim.x) {
        float o = 0;
        for (int k = 0; k < len; k++) o += expf(s[k] - m) * V[k * d + j];
        O[q * d + j] = o / sum;
    }
}
// flash attention, a query per thread, tiles of keys and values in shared memory
#ifndef HD
#define HD 16
#endif
#define BR 32
#define BC 16
extern "C" __global__ void __launch_bounds__(BR) flash_attention(const float* Q, const float* K, const float* V, float* O, float* L, int n, float scale)
{
    __shared__ float Ks[BC][HD], Vs[BC][HD];
    int q = blockIdx.x * BR + threadIdx.x, head = blockIdx.y;
    Q += head * n * HD; K += head * n * HD; V += head * n * HD; O += head * n * HD; L += head * n;
    float qr[HD], o[HD], m = -INFINITY, l = 0.f;
#pragma unroll
    for (int j = 0; j < HD; j++) { qr[j] = q < n ? Q[q * HD + j] : 0.f; o[j] = 0.f; }
    for (int k0 = 0; k0 < n; k0 += BC) {
        for (int i = threadIdx.x; i < BC * HD; i += BR) {
            int r = i / HD, c = i % HD;
            Ks[r][c] = k0 + r < n ? K[(k0 + r) * HD + c] : 0.f;
            Vs[r][c] = k0 + r < n ? V[(k0 + r) * HD + c] : 0.f;
        }
        __syncthreads();
        float sc[BC], mt = m;
#pragma unroll
        for (int k = 0; k < BC; k++) {
            float a = 0;
#pragma unroll
            for (int j = 0; j < HD; j++) a = fmaf(qr[j], Ks[k][j], a);
            sc[k] = k0 + k < n ? a * scale : -INFINITY;
            mt = fmaxf(mt, sc[k]);
        }
        float corr = __expf(m - mt);
        l *= corr;
#pragma unroll
        for (int j = 0; j < HD; j++) o[j] *= corr;
        for (int k = 0; k < BC; k++) {
            float p = __expf(sc[k] - mt);
            l += p;
#pragma unroll
            for (int j = 0; j < HD; j++) o[j] += p * Vs[k][j];
        }
        m = mt;
        __syncthreads();
    }
    if (q < n) {
        for (int j = 0; j < HD; j++) O[q * HD + j] = o[j] / l;
        L[q] = m + __logf(l);
    }
}
extern "C" __global__ void rope(float* x, int heads, int d, int base_pos)
{
    int pos = blockIdx.x, h = threadIdx.y, i = threadIdx.x;
    if (h >= heads || i >= d / 2) return;
    float freq = powf(10000.f, -2.f * i / d), s, c;
    sincosf((pos + base_pos) * freq, &s, &c);
    float* p = x + (pos * heads + h) * d + 2 * i;
    float a = p[0], b = p[1];
    p[0] = a * c - b * s;
    p[1] = a * s + b * c;
}
extern "C" __global__ void embedding_bag(const float* table, const int* ids, const int* counts, float* out, int maxlen, int dim)
{
    int bag = blockIdx.x, n = counts[bag];
    for (int j = threadIdx.x; j < dim; j += blockDim.x) {
        float s = 0;
        for (int k = 0; k < n; k++) s += __ldg(&table[ids[bag * maxlen + k] * dim + j]);
        out[bag * dim + j] = n ? s / n : 0.f;
    }
}
extern "C" __global__ void embedding_grad(const int* ids, const float* dy, float* dtable, int n, int dim)
{
    for (int i = GID; i < n * dim; i += gridDim.x * blockDim.x) atomicAdd(&dtable[ids[i / dim] * dim + i % dim], dy[i]);
}

// per-row symmetric quantisation to int8 and a product in integers
extern "C" __global__ void quantize_rows(const float* x, signed char* q, float* scale, int cols)
{
    __shared__ float m[4];
    int t = threadIdx.x;
    float a = 0;
    for (int j = t; j < cols; j += blockDim.x) a = fmaxf(a, fabsf(x[blockIdx.x * cols + j]));
    a = warp_max(a);
    if ((t & 31) == 0) m[t >> 5] = a;
    __syncthreads();
    a = m[0];
    for (int k = 1; k < (blockDim.x >> 5); k++) a = fmaxf(a, m[k]);
    float s = a / 127.f;
    if (t == 0) scale[blockIdx.x] = s;
    for (int j = t; j < cols; j += blockDim.x) {
        int v = __float2int_rn(x[blockIdx.x * cols + j] / s);
        q[blockIdx.x * cols + j] = (signed char)max(-127, min(127, v));
    }
}
extern "C" __global__ void qgemv_dp4a(const int* w, const int* x, const float* ws, float xs, float* y, int rows, int k4)
{
    int r = GID >> 3, l = threadIdx.x & 7;
    int acc = 0;
    if (r < rows) for (int k = l; k < k4; k += 8) acc = __dp4a(w[r * k4 + k], x[k], acc);
    for (int o = 4; o; o >>= 1) acc += __shfl_down_sync(FULL, acc, o, 8);
    if (l == 0 && r < rows) y[r] = acc * ws[r] * xs;
}
// four-bit weights, eight to a word
extern "C" __global__ void int4_unpack_dot(const unsigned* w, const float* x, float* y, int words)
{
    int r = GID;
    float s = 0;
    for (int k = 0; k < words; k++) {
        unsigned p = w[r * words + k];
#pragma unroll
        for (int j = 0; j < 8; j++, p >>= 4) s += ((int)(p & 15) - 8) * x[k * 8 + j];
    }
    y[r] = s;
}
extern "C" __global__ void uint8_dot_sad(const uchar4* a, const uchar4* b, unsigned* dot, unsigned* sad, int n4)
{
    int i = GID;
    unsigned d = 0, s = 0;
    for (int k = i; k < n4; k += gridDim.x * blockDim.x) {
        uchar4 u = a[k], v = b[k];
        unsigned x = u.x | u.y << 8 | u.z << 16 | (unsigned)u.w << 24, y = v.x | v.y << 8 | v.z << 16 | (unsigned)v.w << 24;
        d = __dp4a(x, y, d);
        s += __vsadu4(x, y);
    }
    atomicAdd(dot, d);
    atomicAdd(sad, s);
}

// ------------------------------------------------------------------------ half
extern "C" __global__ void half_saxpy(const half* x, half* y, float a, int n)
{
    int i = GID;
    if (i < n) y[i] = __hadd(__hmul(__float2half(a), x[i]), y[i]);
}
extern "C" __global__ void half2_fma(const half2* a, const half2* b, half2* c, int n)
{
    int i = GID;
    if (i < n) c[i] = __hfma2(a[i], b[i], __hneg2(c[i]));
}
extern "C" __global__ void half_operators(const half* x, const half* y, half* out, int n)
{
    int i = GID;
    if (i >= n) return;
    half a = x[i], b = y[i], *o = out + i * 8;
    o[0] = a + b; o[1] = a - b; o[2] = a * b; o[3] = __hfma(a, b, a);
    o[4] = __hmin(a, b); o[5] = __hmax(a, -b); o[6] = __habs(a - b); o[7] = a < b ? a : __hadd_sat(a, b);
}
extern "C" __global__ void half_conversions(const float* x, unsigned short* bits, int* ints, float* back, int n)
{
    int i = GID;
    if (i >= n) return;
    float v = x[i] * (i % 7 == 0 ? 70000.f : i % 5 == 0 ? 1e-6f : 300.f);
    half h = __float2half_rn(v);
    bits[4 * i] = __half_as_ushort(h);
    bits[4 * i + 1] = __half_as_ushort(__float2half_rz(v));
    bits[4 * i + 2] = __half_as_ushort(__float2half_ru(v));
    bits[4 * i + 3] = __half_as_ushort(__int2half_rn((int)v));
    ints[3 * i] = __half2int_rz(h);
    ints[3 * i + 1] = __half2short_rn(__hmin(h, __float2half(30000.f)));
    ints[3 * i + 2] = (__hisnan(h) ? 1 : 0) | (__hisinf(h) ? 2 : 0) | (__hgt(h, __float2half(1.f)) ? 4 : 0);
    back[i] = __half2float(h);
}
extern "C" __global__ void half_compare_masks(const half2* a, const half2* b, unsigned* m, int n)
{
    int i = GID;
    if (i >= n) return;
    m[3 * i] = __hlt2_mask(a[i], b[i]);
    m[3 * i + 1] = __hbge2(a[i], b[i]) | __hbeq2(a[i], b[i]) << 1;
    half2 r = __hgt2(a[i], b[i]);
    m[3 * i + 2] = __half_as_ushort(__low2half(r)) | (unsigned)__half_as_ushort(__high2half(r)) << 16;
}
extern "C" __global__ void half_dot_float_acc(const half2* a, const half2* b, float* out, int n)
{
    __shared__ float s[3];
    float acc = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float2 u = __half22float2(a[blockIdx.x * n + i]), v = __half22float2(b[i]);
        acc += u.x * v.x + u.y * v.y;
    }
    acc = warp_sum(acc);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = acc;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s[0] + s[1] + s[2];
}
// shuffles of half2 and a tree of additions in half precision
extern "C" __global__ void half2_warp_tree(const half2* x, half2* sum)
{
    half2 v = x[GID];
    for (int o = 16; o; o >>= 1) v = __hadd2(v, __shfl_xor_sync(FULL, v, o));
    if ((threadIdx.x & 31) == 0) sum[GID >> 5] = __lowhigh2highlow(v);
}
extern "C" __global__ void half_math(const half* x, half* out, int n)
{
    int i = GID;
    if (i >= n) return;
    half v = x[i], *o = out + i * 6;
    o[0] = hexp(v); o[1] = hsqrt(v); o[2] = hrcp(__hadd(v, __float2half(1.f))); o[3] = hsin(v); o[4] = htrunc(__hmul(v, __float2half(9.f))); o[5] = __hdiv(v, __float2half(3.f));
}
extern "C" __global__ void half2_atomic(const half2* x, half2* bins, int n)
{
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[i % 5], x[i]);
}

// -------------------------------------------------------------------- bfloat16
extern "C" __global__ void bf16_axpy(const __nv_bfloat16* x, __nv_bfloat16* y, float a, int n)
{
    int i = GID;
    if (i < n) y[i] = __float2bfloat16(fmaf(a, __bfloat162float(x[i]), __bfloat162float(y[i])));
}
extern "C" __global__ void bf162_ops(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* c, int n)
{
    int i = GID;
    if (i >= n) return;
    c[4 * i] = __hadd2(a[i], b[i]);
    c[4 * i + 1] = __hmul2(a[i], b[i]);
    c[4 * i + 2] = __hfma2(a[i], b[i], a[i]);
    c[4 * i + 3] = __hmax2(a[i], __hsub2(b[i], a[i]));
}
extern "C" __global__ void bf16_rounding(const float* x, unsigned short* out, int n)
{
    int i = GID;
    if (i >= n) return;
    out[3 * i] = __bfloat16_as_ushort(__float2bfloat16_rn(x[i]));
    out[3 * i + 1] = __bfloat16_as_ushort(__float2bfloat16_rz(x[i]));
    __nv_bfloat162 p = __floats2bfloat162_rn(x[i], -x[i]);
    out[3 * i + 2] = __bfloat16_as_ushort(__hmul(p.x, p.y));
}
extern "C" __global__ void bf16_atomic(const float* x, __nv_bfloat16* acc, int n)
{
    int i = GID;
    if (i < n) atomicAdd(&acc[i & 3], __float2bfloat16(x[i]));
}

// ------------------------------------------------------------------- optimisers
extern "C" __global__ void adam_step(float* p, const float* g, float* m, float* v, float lr, float b1, float b2, float c1, float c2, int n)
{
    int i = GID;
    if (i >= n) return;
    m[i] = b1 * m[i] + (1 - b1) * g[i];
    v[i] = b2 * fabsf(v[i]) + (1 - b2) * g[i] * g[i];
    p[i] -= lr * (m[i] / c1) / (sqrtf(v[i] / c2) + 1e-8f);
}
extern "C" __global__ void dropout_mask(const float* x, float* y, unsigned char* mask, unsigned seed, float keep, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned h = (i + seed) * 2654435761u;
    h ^= h >> 15; h *= 2246822519u; h ^= h >> 13;
    bool k = (h >> 8) * (1.0f / 16777216.0f) < keep;
    mask[i] = k;
    y[i] = k ? x[i] / keep : 0.f;
}
extern "C" __global__ void conv_direct_nchw(const float* x, const float* w, const float* bias, float* y, int Ci, int H, int W, int K)
{
    int OH = H - K + 1, OW = W - K + 1, co = blockIdx.z;
    int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ox >= OW || oy >= OH) return;
    float s = bias[co];
    for (int c = 0; c < Ci; ++c)
        for (int i = 0; i < K; ++i)
            for (int j = 0; j < K; ++j) s += x[(c * H + oy + i) * W + ox + j] * w[((co * Ci + c) * K + i) * K + j];
    y[(co * OH + oy) * OW + ox] = fmaxf(s, 0.f);
}
extern "C" __global__ void confusion_matrix(const float* scores, const int* truth, int* cm, int n, int k)
{
    int i = GID;
    if (i >= n) return;
    int best = 0;
    for (int c = 1; c < k; c++) if (scores[i * k + c] > scores[i * k + best]) best = c;
    atomicAdd(&cm[truth[i] * k + best], 1);
}
extern "C" __global__ void lstm_cell(const float* gates, float* c, float* h, int n)
{
    int i = GID;
    if (i >= n) return;
    auto sig = [](float v) { return 1.f / (1.f + expf(-v)); };
    float gi = sig(gates[i]), gf = sig(gates[n + i]), go = sig(gates[2 * n + i]), gg = tanhf(gates[3 * n + i]);
    c[i] = gf * c[i] + gi * gg;
    h[i] = go * tanhf(c[i]);
}
