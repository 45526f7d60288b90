// multi-stage async copies, warp-specialised roles, carved dynamic shared memory
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

// double-buffered streaming reduction of rows, 8-byte async copies (plus 4-byte tail elements)
template <int STAGES, int TILE> __device__ void stream_dot(const float* a, const float* b, float* out, int n)
{
    extern __shared__ __align__(16) unsigned char smem_raw[];
    float* sa = reinterpret_cast<float*>(smem_raw);
    float* sb = sa + STAGES * TILE;
    float* red = sb + STAGES * TILE;
    const float* ra = a + (size_t)blockIdx.x * n;
    const float* rb = b + (size_t)blockIdx.x * n;
    const int ntiles = (n + TILE - 1) / TILE;
    auto fetch = [&](int t) {
        if (t < ntiles) {
            int st = t % STAGES, base = t * TILE, cnt = min(TILE, n - base);
            int i = threadIdx.x * 2;
            if (i + 1 < cnt) {
                __pipeline_memcpy_async(sa + st * TILE + i, ra + base + i, 8);
                __pipeline_memcpy_async(sb + st * TILE + i, rb + base + i, 8);
            } else if (i < cnt) {
                __pipeline_memcpy_async(sa + st * TILE + i, ra + base + i, 4);
                __pipeline_memcpy_async(sb + st * TILE + i, rb + base + i, 4);
            }
        }
        __pipeline_commit();
    };
    for (int s = 0; s < STAGES - 1; s++) fetch(s);
    float acc = 0.f;
    for (int t = 0; t < ntiles; t++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        fetch(t + STAGES - 1);
        int cnt = min(TILE, n - t * TILE), st = t % STAGES;
        for (int i = threadIdx.x; i < cnt; i += blockDim.x) acc += sa[st * TILE + i] * sb[st * TILE + cnt - 1 - i];
    }
    red[threadIdx.x] = acc;
    __syncthreads();
    for (int s = blockDim.x / 2; s; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
        __syncthreads();
    }
    if (!threadIdx.x) out[blockIdx.x] = red[0];
}
extern "C" __global__ void stream_dot_s4(const float* a, const float* b, float* o, int n) { stream_dot<4, 128>(a, b, o, n); }
extern "C" __global__ void stream_dot_s2(const float* a, const float* b, float* o, int n) { stream_dot<2, 256>(a, b, o, n); }

// gather rows by index with 16-byte cp.async into a swizzled tile, then column sums (reads down the columns)
extern "C" __global__ void async_gather_colsum(const float* table, const int* idx, float* out, int nrows)
{
    __shared__ __align__(16) float4 tile[32][8];
    int t = threadIdx.x; // 128
    float acc = 0;
    for (int r0 = blockIdx.x * 32; r0 < nrows; r0 += gridDim.x * 32) {
        for (int c = t; c < 256; c += 128) {
            int r = c >> 3, ch = c & 7;
            if (r0 + r < nrows)
                __pipeline_memcpy_async(&tile[r][ch ^ (r & 7)], table + (size_t)idx[r0 + r] * 32 + ch * 4, 16);
            else
                tile[r][ch ^ (r & 7)] = make_float4(0, 0, 0, 0);
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        int col = t & 31, part = t >> 5;
        for (int r = part * 8; r < part * 8 + 8; r++) acc += reinterpret_cast<const float*>(&tile[r][(col >> 2) ^ (r & 7)])[col & 3];
        __syncthreads();
    }
    float* red = (float*)tile;
    red[t] = acc;
    __syncthreads();
    if (t < 32) out[blockIdx.x * 32 + t] = red[t] + red[t + 32] + red[t + 64] + red[t + 96];
}

// warp-specialised: warp 0 loads & converts half -> float, warps 1..3 do FIR filtering; block barrier hand-over
extern "C" __global__ void ws_fir(const unsigned short* sig, const float* taps, float* out, int n, int ntap)
{
    __shared__ float ring[2][96 + 16];
    __shared__ float tp[16];
    const int role = threadIdx.x >> 5, lane = threadIdx.x & 31;
    if (role == 1 && lane < 16) tp[lane] = lane < ntap ? taps[lane] : 0.f;
    const int per_block = (n + gridDim.x - 1) / gridDim.x;
    const int beg = blockIdx.x * per_block, end = min(n, beg + per_block);
    auto produce = [&](int buf, int p) {
        for (int i = lane; i < 96 + 16; i += 32) {
            int g = p - 16 + i;
            ring[buf][i] = (g >= 0 && g < n) ? __half2float(__ushort_as_half(sig[g])) : 0.f;
        }
    };
    if (role == 0) produce(0, beg);
    __syncthreads();
    int buf = 0;
    for (int p = beg; p < end; p += 96, buf ^= 1) {
        if (role == 0) {
            if (p + 96 < end) produce(buf ^ 1, p + 96);
        } else {
            int i = (role - 1) * 32 + lane;
            if (p + i < end) {
                float s = 0;
                for (int k = 0; k < ntap; k++) s = fmaf(tp[k], ring[buf][i + 16 - k], s);
                out[p + i] = s;
            }
        }
        __syncthreads();
    }
}

// roles by half warp: lower half accumulates min, upper half max, over different walking directions
extern "C" __global__ void halfwarp_minmax(const float* x, float2* mm, int cols)
{
    extern __shared__ float rowbuf[];
    const int hw = threadIdx.x / 16, hl = threadIdx.x % 16;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) rowbuf[c] = x[blockIdx.x * cols + c];
    __syncthreads();
    float v = hw & 1 ? -1e30f : 1e30f;
    const int nseg = blockDim.x / 32, seg = hw / 2, len = (cols + nseg - 1) / nseg, s0 = seg * len, s1 = min(cols, s0 + len);
    if (hw & 1) { for (int i = s1 - 1 - hl; i >= s0; i -= 16) v = fmaxf(v, rowbuf[i]); }
    else        { for (int i = s0 + hl * 1; i < s1; i += 16) v = fminf(v, rowbuf[i]); }
    for (int o = 8; o; o >>= 1) { float w = __shfl_xor_sync(0xffffffff, v, o, 16); v = hw & 1 ? fmaxf(v, w) : fminf(v, w); }
    float other = __shfl_sync(0xffffffff, v, 16);
    if ((threadIdx.x & 31) == 0) mm[blockIdx.x * nseg + seg] = make_float2(v, other);
}

// MoE routing: top-2 of E experts per token, then positions by a per-block counting pass; several arrays carved from one buffer
extern "C" __global__ void moe_route(const float* logits, int* expert_of, float* weight, int* slot, int* counts, int T, int E)
{
    extern __shared__ __align__(16) char arena[];
    size_t o = 0;
    float* lg = reinterpret_cast<float*>(arena + o); o += sizeof(float) * blockDim.x * (E + 1);
    unsigned short* hist = reinterpret_cast<unsigned short*>(arena + o); o += sizeof(short) * blockDim.x * E; o = (o + 3) & ~size_t(3);
    int* tot = reinterpret_cast<int*>(arena + o);
    const int tok = blockIdx.x * blockDim.x + threadIdx.x, ntok = min((int)blockDim.x, T - (int)(blockIdx.x * blockDim.x));
    for (int i = threadIdx.x; i < ntok * E; i += blockDim.x) lg[(i / E) * (E + 1) + i % E] = logits[blockIdx.x * blockDim.x * E + i];
    for (int e = 0; e < E; ++e) hist[e * blockDim.x + threadIdx.x] = 0;
    __syncthreads();
    int e1 = 0, e2 = -1;
    if (tok < T) {
        float* r = lg + threadIdx.x * (E + 1);
        for (int e = 1; e < E; e++) if (r[e] > r[e1]) e1 = e;
        for (int e = 0; e < E; e++) if (e != e1 && (e2 < 0 || r[e] > r[e2])) e2 = e;
        float w = 1.f / (1.f + __expf(r[e2] - r[e1]));
        *(int2*)(expert_of + 2 * tok) = make_int2(e1, e2);
        *(float2*)(weight + 2 * tok) = make_float2(w, 1.f - w);
        hist[e1 * blockDim.x + threadIdx.x] = 1;
        hist[e2 * blockDim.x + threadIdx.x] = 1;
    }
    __syncthreads();
    for (int e = threadIdx.x; e < E; e += blockDim.x) {
        int s = 0;
        for (int i = 0; i < blockDim.x; i++) { int h = hist[e * blockDim.x + i]; hist[e * blockDim.x + i] = (unsigned short)s; s += h; }
        tot[e] = s;
    }
    __syncthreads();
    if (tok < T) {
        slot[2 * tok] = hist[e1 * blockDim.x + threadIdx.x];
        slot[2 * tok + 1] = hist[e2 * blockDim.x + threadIdx.x];
    }
    for (int e = threadIdx.x; e < E; e += blockDim.x) counts[blockIdx.x * E + e] = tot[e];
}

// selective scan (mamba): thread per channel, state N in registers, B/C vectors broadcast from shared chunks
#ifndef NSTATE
#define NSTATE 8
#endif
extern "C" __global__ void selective_scan(const float* u, const float* delta, const float* A, const float* B, const float* C, float* y, int L, int D)
{
    __shared__ float sB[16][NSTATE], sC[16][NSTATE];
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    float h[NSTATE], a[NSTATE];
    for (int n = 0; n < NSTATE; n++) { h[n] = 0; a[n] = d < D ? -fabsf(A[d * NSTATE + n]) : 0.f; }
    for (int l0 = 0; l0 < L; l0 += 16) {
        int m = min(16, L - l0);
        for (int i = threadIdx.x; i < m * NSTATE; i += blockDim.x) {
            (&sB[0][0])[i] = B[l0 * NSTATE + i];
            (&sC[0][0])[i] = C[l0 * NSTATE + i];
        }
        __syncthreads();
        if (d < D)
            for (int l = 0; l < m; l++) {
                float dt = fabsf(delta[(l0 + l) * D + d]), x = u[(l0 + l) * D + d], o = 0;
#pragma unroll
                for (int n = 0; n < NSTATE; n++) { h[n] = __expf(dt * a[n]) * h[n] + dt * x * sB[l][n]; o += h[n] * sC[l][n]; }
                y[(l0 + l) * D + d] = o;
            }
        __syncthreads();
    }
}
// LSTM pointwise cell, gates packed [B, 4, H] with half weights mix
extern "C" __global__ void lstm_cell(const float* gx, const __half* gh, const float* bias, const float* c0, float* c1, __half* h1, int B, int H)
{
    auto sig = [](float v) { return 1.f / (1.f + __expf(-v)); };
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < B * H; i += gridDim.x * blockDim.x) {
        int b = i / H, h = i % H;
        float g[4];
#pragma unroll
        for (int k = 0; k < 4; k++) g[k] = gx[(b * 4 + k) * H + h] + __half2float(gh[(b * 4 + k) * H + h]) + bias[k * H + h];
        float c = sig(g[1]) * c0[i] + sig(g[0]) * tanhf(g[2]);
        c1[i] = c;
        h1[i] = __float2half_rn(sig(g[3]) * tanhf(c));
    }
}
