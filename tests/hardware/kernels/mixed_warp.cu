#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int W, typename T>
__device__ T tile_sum(cg::thread_block_tile<W> g, T v)
{
    for (int d = g.size() / 2; d > 0; d /= 2) v += g.shfl_down(v, d);
    return v;
}

#ifndef TW
#define TW 8
#endif
// rows summed by small tiles, result written by the rank 0
extern "C" __global__ void wp_rowsum_tiles(const float* m, float* s, int rows, int cols)
{
    auto tile = cg::tiled_partition<TW>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / TW;
    float a = 0.f;
    if (row < rows)
        for (int c = tile.thread_rank(); c < cols; c += TW) a += m[row * cols + c];
    a = tile_sum<TW>(tile, a);
    if (tile.thread_rank() == 0 && row < rows) s[row] = a;
}

// classic block reduction: shuffle, shared, shuffle
extern "C" __global__ void wp_block_reduce(const double* x, double* part, int n)
{
    __shared__ double ws[32];
    double v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    if (lane == 0) ws[w] = v;
    __syncthreads();
    if (w == 0) {
        v = lane < blockDim.x / 32 ? ws[lane] : 0.0;
        for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
        if (lane == 0) part[blockIdx.x] = v;
    }
}

// Mark Harris 0..3: interleaved modulo, interleaved strided, sequential
extern "C" __global__ void wp_harris(const int* g, int* o, int mode)
{
    extern __shared__ int sd[];
    unsigned t = threadIdx.x;
    sd[t] = g[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (mode == 0) {
        for (unsigned s = 1; s < blockDim.x; s *= 2) {
            if (t % (2 * s) == 0) sd[t] += sd[t + s];
            __syncthreads();
        }
    } else if (mode == 1) {
        for (unsigned s = 1; s < blockDim.x; s *= 2) {
            unsigned ix = 2 * s * t;
            if (ix < blockDim.x) sd[ix] += sd[ix + s];
            __syncthreads();
        }
    } else {
        for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
            if (t < s) sd[t] += sd[t + s];
            __syncthreads();
        }
    }
    if (t == 0) o[blockIdx.x] = sd[0];
}

// warp-level softmax over a row that isn't a multiple of 32
extern "C" __global__ void wp_softmax(const float* __restrict__ x, float* __restrict__ y, int rows, int cols)
{
    const int lane = threadIdx.x;
    for (int r = blockIdx.x * blockDim.y + threadIdx.y; r < rows; r += gridDim.x * blockDim.y) {
        const float* px = x + r * cols;
        float mx = -1e30f;
        for (int c = lane; c < cols; c += 32) mx = fmaxf(mx, px[c]);
        for (int k = 1; k < 32; k <<= 1) mx = fmaxf(mx, __shfl_xor_sync(0xffffffff, mx, k));
        float s = 0;
        for (int c = lane; c < cols; c += 32) s += expf(px[c] - mx);
        for (int k = 1; k < 32; k <<= 1) s += __shfl_xor_sync(0xffffffff, s, k);
        float inv = 1.f / s;
        for (int c = lane; c < cols; c += 32) y[r * cols + c] = expf(px[c] - mx) * inv;
    }
}

// 8x8 transpose by shuffles only, each lane owns 2 columns -> 32 byte stores
extern "C" __global__ void wp_shfl_rotate(const int* a, int* o)
{
    int lane = threadIdx.x & 31;
    int base = (blockIdx.x * blockDim.x + (threadIdx.x & ~31)) * 4;
    int v[4];
    for (int k = 0; k < 4; k++) v[k] = a[base + k * 32 + lane];
    int r = 0;
    for (int k = 0; k < 4; k++) r = r * 5 + __shfl_sync(0xffffffffu, v[k], (lane * 4 + k) & 31);
    for (int k = 0; k < 4; k++) o[base + lane * 4 + k] = v[k] + r;
}

// ballot compaction inside a block, deterministic order
extern "C" __global__ void wp_compact(const int* in, int* out, int* counts, int n, int t)
{
    __shared__ int wc[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    int v = i < n ? in[i] : 0;
    bool keep = i < n && v > t && (v & 3) != 1;
    unsigned b = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) wc[w] = __popc(b);
    __syncthreads();
    int before = 0, total = 0;
    for (int k = 0; k < 8; ++k) { if (k < w) before += wc[k]; total += wc[k]; }
    if (keep) out[blockIdx.x * 256 + before + __popc(b & ((1u << lane) - 1))] = v;
    if (!threadIdx.x) counts[blockIdx.x] = total;
}

// shuffle argmax with payload in a run-time long loop, last warp partial by mask
extern "C" __global__ void wp_argmax(const float* x, const int* len, int* arg, int rows, int ld)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (warp >= rows) return;
    int L = len[warp];
    float best = -2.f; int bi = -1;
    for (int k = lane; k < L; k += 32) {
        float v = x[(size_t)warp * ld + k];
        if (v > best) { best = v; bi = k; }
    }
    for (int o = 16; o; o /= 2) {
        float ov = __shfl_down_sync(-1u, best, o);
        int oi = __shfl_down_sync(-1u, bi, o);
        if (ov > best || (ov == best && oi < bi)) { best = ov; bi = oi; }
    }
    if (lane == 0) arg[warp] = bi;
}

// Kogge-Stone (shuffle) scan per warp then over warp totals
extern "C" __global__ void wp_scan(const int* in, int* out, int n)
{
    __shared__ int tot[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    int v = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d += d) {
        int u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) tot[wid] = v;
    __syncthreads();
    if (wid == 0) {
        int nw = blockDim.x >> 5;
        int s = lane < nw ? tot[lane] : 0;
        for (int d = 1; d < 32; d += d) {
            int u = __shfl_up_sync(0xffffffffu, s, d);
            if (lane >= d) s += u;
        }
        if (lane < nw) tot[lane] = s;
    }
    __syncthreads();
    if (wid > 0) v += tot[wid - 1];
    if (i < n) out[i] = v;
}
