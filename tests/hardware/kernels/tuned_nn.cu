#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct MaxOp { __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); } static constexpr float identity = -3.4e38f; };
struct SumOp { __device__ __forceinline__ float operator()(float a, float b) const { return a + b; } static constexpr float identity = 0.f; };

template <class Op> __device__ __forceinline__ float warp_reduce(float v, Op op = Op())
{
#pragma unroll
    for (int m = 16; m > 0; m /= 2) v = op(v, __shfl_xor_sync(0xffffffffu, v, m));
    return v;
}
template <class Op> __device__ float block_reduce(float v, float* scratch)
{
    const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5, nw = (blockDim.x + 31) >> 5;
    v = warp_reduce<Op>(v);
    __syncthreads();
    if (lane == 0) scratch[wid] = v;
    __syncthreads();
    v = lane < nw ? scratch[lane] : Op::identity;
    return warp_reduce<Op>(v);
}

// ---- softmax, row in shared, block per row
extern "C" __global__ void softmax_rows_smem(const float* x, float* y, int cols)
{
    extern __shared__ float sh[];
    float* row = sh;
    float* scratch = sh + cols;
    const float* xr = x + (size_t)blockIdx.x * cols;
    float m = MaxOp::identity;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) { float v = xr[c]; row[c] = v; m = fmaxf(m, v); }
    m = block_reduce<MaxOp>(m, scratch);
    float s = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) { float e = __expf(row[c] - m); row[c] = e; s += e; }
    s = block_reduce<SumOp>(s, scratch);
    float inv = 1.f / s;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[(size_t)blockIdx.x * cols + c] = row[c] * inv;
}

// ---- warp softmax: several rows per warp, elements in registers (log2 template)
template <int LOG2> __device__ void warp_softmax(float* dst, const float* src, int batch, int stride, int element_count)
{
    constexpr int next_pow2 = 1 << LOG2;
    constexpr int WARP = next_pow2 < 32 ? next_pow2 : 32;
    constexpr int ITER = next_pow2 / WARP;
    constexpr int BATCH = next_pow2 <= 128 ? 2 : 1;
    int first = (blockDim.y * blockIdx.x + threadIdx.y) * BATCH;
    int local = batch - first; if (local > BATCH) local = BATCH;
    int lane = threadIdx.x;
    src += first * stride + lane; dst += first * stride + lane;
    float e[BATCH][ITER];
    for (int i = 0; i < BATCH; i++) {
        int lim = i >= local ? 0 : element_count;
        for (int it = 0; it < ITER; it++) {
            int idx = lane + it * WARP;
            e[i][it] = idx < lim ? src[i * element_count + it * WARP] : -1e30f;
        }
    }
    for (int i = 0; i < BATCH; i++) {
        float mx = e[i][0], sum = 0;
        #pragma unroll
        for (int it = 1; it < ITER; it++) mx = fmaxf(mx, e[i][it]);
        for (int o = WARP / 2; o; o >>= 1) mx = fmaxf(mx, __shfl_xor_sync(0xffffffffu, mx, o, WARP));
        #pragma unroll
        for (int it = 0; it < ITER; it++) { e[i][it] = __expf(e[i][it] - mx); sum += e[i][it]; }
        for (int o = WARP / 2; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o, WARP);
        if (i >= local) break;
        for (int it = 0; it < ITER; it++) {
            int idx = lane + it * WARP;
            if (idx < element_count) dst[i * element_count + it * WARP] = e[i][it] / sum; else break;
        }
    }
}
extern "C" __global__ void softmax_warp_16(float* d, const float* s, int b, int st, int n) { warp_softmax<4>(d, s, b, st, n); }
extern "C" __global__ void softmax_warp_128(float* d, const float* s, int b, int st, int n) { warp_softmax<7>(d, s, b, st, n); }

// ---- layernorm: warp per row, Welford merge, float4
struct WelfordData { float mean = 0.f, m2 = 0.f, count = 0.f; };
__device__ WelfordData operator+(const WelfordData& a, const WelfordData& b)
{
    WelfordData r;
    r.count = a.count + b.count;
    float d = b.mean - a.mean, c = r.count > 0.f ? 1.f / r.count : 0.f;
    r.mean = (a.count * a.mean + b.count * b.mean) * c;
    r.m2 = a.m2 + b.m2 + d * d * a.count * b.count * c;
    return r;
}
extern "C" __global__ void layernorm_welford(const float* __restrict__ X, const float* __restrict__ gamma, const float* __restrict__ beta, float* Y, float* mean_rstd, int rows, int N, float eps)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const float4* x4 = reinterpret_cast<const float4*>(X + row * N);
    WelfordData w;
    for (int i = threadIdx.x; i < N / 4; i += 32) {
        float4 v = x4[i];
        const float* p = &v.x;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            w.count += 1.f;
            float d = p[k] - w.mean;
            w.mean += d / w.count;
            w.m2 += d * (p[k] - w.mean);
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        WelfordData other;
        other.mean = __shfl_xor_sync(~0u, w.mean, o);
        other.m2 = __shfl_xor_sync(~0u, w.m2, o);
        other.count = __shfl_xor_sync(~0u, w.count, o);
        w = w + other;
    }
    float rstd = rsqrtf(w.m2 / N + eps);
    if (threadIdx.x == 0) *reinterpret_cast<float2*>(mean_rstd + 2 * row) = make_float2(w.mean, rstd);
    float4* y4 = reinterpret_cast<float4*>(Y + row * N);
    for (int i = threadIdx.x; i < N / 4; i += 32) {
        float4 v = x4[i], g = ((const float4*)gamma)[i], b = ((const float4*)beta)[i];
        v.x = (v.x - w.mean) * rstd * g.x + b.x; v.y = (v.y - w.mean) * rstd * g.y + b.y;
        v.z = (v.z - w.mean) * rstd * g.z + b.z; v.w = (v.w - w.mean) * rstd * g.w + b.w;
        y4[i] = v;
    }
}

// ---- rmsnorm bf16, 8 values per uint4 load, fused residual add
extern "C" __global__ void rmsnorm_bf16_fused(unsigned short* x, unsigned short* residual, const unsigned short* w, int hidden, float eps)
{
    __shared__ float red[32];
    union Pack { uint4 u; __nv_bfloat162 h[4]; };
    uint4* xr = (uint4*)(x + blockIdx.x * hidden);
    uint4* rr = (uint4*)(residual + blockIdx.x * hidden);
    float ss = 0;
    for (int i = threadIdx.x; i < hidden / 8; i += blockDim.x) {
        Pack a, b; a.u = xr[i]; b.u = rr[i];
        for (int k = 0; k < 4; k++) {
            float2 f = __bfloat1622float2(a.h[k]), g = __bfloat1622float2(b.h[k]);
            f.x += g.x; f.y += g.y;
            ss += f.x * f.x + f.y * f.y;
            b.h[k] = __floats2bfloat162_rn(f.x, f.y);
        }
        rr[i] = b.u;
    }
    ss = block_reduce<SumOp>(ss, red);
    float inv = rsqrtf(ss / hidden + eps);
    for (int i = threadIdx.x; i < hidden / 8; i += blockDim.x) {
        Pack b, g; b.u = rr[i]; g.u = __ldg((const uint4*)w + i);
        for (int k = 0; k < 4; k++) {
            float2 f = __bfloat1622float2(b.h[k]), q = __bfloat1622float2(g.h[k]);
            b.h[k] = __floats2bfloat162_rn(f.x * inv * q.x, f.y * inv * q.y);
        }
        xr[i] = b.u;
    }
}

// ---- flash-attention style: Br=Bc=16, head dim D, one thread per query row x 4 lanes
template <int D, int BC> __device__ void flash(const float* Q, const float* K, const float* V, float* O, int L, bool causal, float* sm)
{
    constexpr int P = D + 4;
    float* sK = sm;
    float* sV = sK + BC * P;
    float* sS = sV + BC * D; // rows x (BC + 1)
    const int rows = blockDim.y;
    const int ty = threadIdx.y, tx = threadIdx.x; // tx in 0..3
    const int tid = ty * 4 + tx, nthr = rows * 4;
    const size_t hoff = (size_t)blockIdx.y * L * D;
    const int q = blockIdx.x * rows + ty;
    float4 qf[D / 16], o[D / 16];
    for (int i = 0; i < D / 16; i++) {
        qf[i] = q < L ? *(const float4*)(Q + hoff + q * D + (i * 4 + tx) * 4) : make_float4(0, 0, 0, 0);
        o[i] = make_float4(0, 0, 0, 0);
    }
    float m = -1e30f, l = 0.f;
    const int kmax = causal ? min(L, (int)((blockIdx.x + 1) * rows)) : L;
    for (int kb = 0; kb < kmax; kb += BC) {
        for (int i = tid; i < BC * D / 4; i += nthr) {
            int r = i / (D / 4), c = i % (D / 4) * 4;
            float4 kv = make_float4(0, 0, 0, 0), vv = kv;
            if (kb + r < L) { kv = *(const float4*)(K + hoff + (kb + r) * D + c); vv = *(const float4*)(V + hoff + (kb + r) * D + c); }
            *(float4*)(sK + r * P + c) = kv;
            *(float4*)(sV + r * D + c) = vv;
        }
        __syncthreads();
        float mnew = m;
        for (int j = 0; j < BC; j++) {
            float s = 0;
#pragma unroll
            for (int i = 0; i < D / 16; i++) {
                float4 k = *(float4*)(sK + j * P + (i * 4 + tx) * 4);
                s += qf[i].x * k.x + qf[i].y * k.y + qf[i].z * k.z + qf[i].w * k.w;
            }
            s += __shfl_xor_sync(~0u, s, 1);
            s += __shfl_xor_sync(~0u, s, 2);
            bool ok = kb + j < L && (!causal || kb + j <= q);
            s = ok ? s * 0.25f : -1e30f;
            if (tx == (j & 3)) sS[ty * (BC + 1) + j] = s;
            mnew = fmaxf(mnew, s);
        }
        __syncwarp();
        float corr = __expf(m - mnew);
        m = mnew; l *= corr;
        for (int i = 0; i < D / 16; i++) { o[i].x *= corr; o[i].y *= corr; o[i].z *= corr; o[i].w *= corr; }
        for (int j = 0; j < BC; j++) {
            float p = __expf(sS[ty * (BC + 1) + j] - m);
            l += p;
            for (int i = 0; i < D / 16; i++) {
                float4 v = *(float4*)(sV + j * D + (i * 4 + tx) * 4);
                o[i].x += p * v.x; o[i].y += p * v.y; o[i].z += p * v.z; o[i].w += p * v.w;
            }
        }
        __syncthreads();
    }
    if (q < L) {
        float inv = 1.f / l;
        for (int i = 0; i < D / 16; i++)
            *(float4*)(O + hoff + q * D + (i * 4 + tx) * 4) = make_float4(o[i].x * inv, o[i].y * inv, o[i].z * inv, o[i].w * inv);
    }
}
extern "C" __global__ void flash_d32(const float* Q, const float* K, const float* V, float* O, int L, int causal)
{
    extern __shared__ float4 fsm[];
    flash<32, 16>(Q, K, V, O, L, causal != 0, (float*)fsm);
}

// ---- rotary embedding, in place, neox pairs (i, i + d/2) or interleaved pairs
template <bool NEOX> __device__ __forceinline__ void rope_pair(float* v, const float* cs, int i, int half)
{
    int a, b;
    if constexpr (NEOX) { a = i; b = i + half; } else { a = 2 * i; b = 2 * i + 1; }
    float c = cs[i], s = cs[half + i], x = v[a], y = v[b];
    v[a] = x * c - y * s;
    v[b] = x * s + y * c;
}
extern "C" __global__ void rope_mixed(float* qk, const float* cache, const int* pos, int heads, int dim, int neox)
{
    const float* cs = cache + pos[blockIdx.x] * dim;
    int half = dim / 2;
    for (int t = threadIdx.x; t < heads * half; t += blockDim.x) {
        float* v = qk + (blockIdx.x * heads + t / half) * dim;
        if (neox) rope_pair<true>(v, cs, t % half, half); else rope_pair<false>(v, cs, t % half, half);
    }
}

// ---- paged kv cache gather: block table per sequence
extern "C" __global__ void paged_gather(const float* __restrict__ pool, const int* __restrict__ table, const int* __restrict__ lens, float* out, int pages_per_seq, int page, int dim, int max_len)
{
    int seq = blockIdx.y;
    int len = lens[seq];
    for (int tok = blockIdx.x * blockDim.y + threadIdx.y; tok < max_len; tok += gridDim.x * blockDim.y) {
        float2* o = (float2*)(out + ((size_t)seq * max_len + tok) * dim);
        if (tok >= len) {
            for (int d = threadIdx.x; d < dim / 2; d += blockDim.x) o[d] = make_float2(0.f, 0.f);
            continue;
        }
        int p = table[seq * pages_per_seq + tok / page];
        const float2* s = (const float2*)(pool + ((size_t)p * page + tok % page) * dim);
        for (int d = threadIdx.x; d < dim / 2; d += blockDim.x) o[d] = __ldg(&s[d]);
    }
}

// ---- embedding bag, mean or max with offsets derived from the bag id
extern "C" __global__ void embedding_bag(const float* W, const int* idx, float* out, int* argmax, int dim, int nbags, int nidx, int mode)
{
    int bag = blockIdx.x * blockDim.y + threadIdx.y;
    if (bag >= nbags) return;
    int beg = bag * 5 + (bag % 3), end = min(nidx, (bag + 1) * 5 + ((bag + 1) % 3));
    for (int f = threadIdx.x; f < dim; f += blockDim.x) {
        float acc = 0; int am = -1; int cnt = 0;
        for (int e = beg; e < end; e++) {
            int r = idx[e];
            if (r == 0) continue; // padding index
            float v = W[r * dim + f];
            ++cnt;
            switch (mode) {
            case 0: case 1: acc += v; break;
            default: if (am < 0 || v > acc) { acc = v; am = r; }
            }
        }
        out[bag * dim + f] = (mode == 1 && cnt) ? acc / cnt : acc;
        if (mode == 2) argmax[bag * dim + f] = am;
    }
}

// ---- embedding backward: sorted-free scatter, grads in float2 with atomics
extern "C" __global__ void embedding_scatter_add(const float2* grad, const long long* ids, float* gW, int n, int dim2, long long pad)
{
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n * dim2; t += gridDim.x * blockDim.x) {
        int row = t / dim2, c = t - row * dim2;
        long long id = ids[row];
        if (id == pad) continue;
        float2 g = grad[t];
        atomicAdd(gW + id * dim2 * 2 + 2 * c, g.x);
        atomicAdd(gW + id * dim2 * 2 + 2 * c + 1, g.y);
    }
}

// ---- cross entropy forward/backward with cooperative groups tiles of 16
extern "C" __global__ void xent_tile16(const float* logits, const int* labels, float* loss, float* dlogits, int B, int V)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int row = blockIdx.x * (blockDim.x / 16) + block.thread_rank() / 16;
    if (row >= B) return;
    const float* p = logits + row * V;
    float m = -1e30f, s = 0;
    for (int i = tile.thread_rank(); i < V; i += 16) {
        float v = p[i];
        if (v > m) { s = s * expf(m - v) + 1.f; m = v; } else s += expf(v - m);
    }
    for (int o = 8; o; o >>= 1) {
        float m2 = tile.shfl_xor(m, o), s2 = tile.shfl_xor(s, o);
        float mm = fmaxf(m, m2);
        s = s * expf(m - mm) + s2 * expf(m2 - mm);
        m = mm;
    }
    int lab = labels[row];
    if (tile.thread_rank() == 0) loss[row] = m + logf(s) - p[lab];
    for (int i = tile.thread_rank(); i < V; i += 16) dlogits[row * V + i] = expf(p[i] - m) / s - (i == lab ? 1.f : 0.f);
}

// ---- top-k per row with iterative block argmax (k small)
extern "C" __global__ void topk_iter(const float* x, float* vals, int* idx, int n, int k)
{
    extern __shared__ unsigned char buf[];
    float* row = (float*)buf;
    float2* red = (float2*)(buf + ((n * sizeof(float) + 15) & ~15ul));
    for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = x[blockIdx.x * n + i];
    __syncthreads();
    for (int r = 0; r < k; ++r) {
        float bv = -1e30f; int bi = 0x7fffffff;
        for (int i = threadIdx.x; i < n; i += blockDim.x) if (row[i] > bv) { bv = row[i]; bi = i; }
        red[threadIdx.x] = make_float2(bv, __int_as_float(bi));
        __syncthreads();
        for (int s = blockDim.x / 2; s > 0; s >>= 1) {
            if (threadIdx.x < s) {
                float2 a = red[threadIdx.x], b = red[threadIdx.x + s];
                if (b.x > a.x || (b.x == a.x && __float_as_int(b.y) < __float_as_int(a.y))) red[threadIdx.x] = b;
            }
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            int w = __float_as_int(red[0].y);
            vals[blockIdx.x * k + r] = red[0].x; idx[blockIdx.x * k + r] = w;
            row[w] = -1e30f;
        }
        __syncthreads();
    }
}
