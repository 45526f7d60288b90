#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// 0: interleaved, divergent, modulo
extern "C" __global__ void reduce0(const int *g_idata, int *g_odata, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
// 1: strided index, bank conflicts
extern "C" __global__ void reduce1(const int *g_idata, int *g_odata, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
// 2: sequential addressing, any block size (odd halves)
extern "C" __global__ void reduce2(const double *in, double *out, int n)
{
    extern __shared__ double sd[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x * 2 + t;
    double v = i < n ? in[i] : 0;
    if (i + (int)blockDim.x < n) v += in[i + blockDim.x];
    sd[t] = v;
    __syncthreads();
    int m = blockDim.x;
    while (m > 1) {
        int half = (m + 1) >> 1;
        if (t + half < m) sd[t] += sd[t + half];
        __syncthreads();
        m = half;
    }
    if (!t) out[blockIdx.x] = sd[0];
}
// 3: unrolled, last warp by shuffles
template <unsigned BS> __device__ void body(const float *in, float *out, unsigned n)
{
    __shared__ float s[BS];
    unsigned tid = threadIdx.x, i = blockIdx.x * (BS * 2) + tid, grid = BS * 2 * gridDim.x;
    float sum = 0;
    while (i < n) {
        sum += in[i];
        if (i + BS < n) sum += in[i + BS];
        i += grid;
    }
    s[tid] = sum;
    __syncthreads();
    if (BS >= 512) { if (tid < 256) s[tid] += s[tid + 256]; __syncthreads(); }
    if (BS >= 256) { if (tid < 128) s[tid] += s[tid + 128]; __syncthreads(); }
    if (BS >= 128) { if (tid < 64) s[tid] += s[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        float v = s[tid] + s[tid + 32];
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
        if (tid == 0) out[blockIdx.x] = v;
    }
}
extern "C" __global__ void reduce3(const float *in, float *out, unsigned n) { body<128>(in, out, n); }
// 4: warp shuffles then one warp
__inline__ __device__ int warpReduceMax(int v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v = max(v, __shfl_xor_sync(0xffffffff, v, offset));
    return v;
}
extern "C" __global__ void reduce4_max(const int4 *in, int *out, int n4)
{
    __shared__ int shared[32];
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    int best = -2147483647;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        int4 q = in[i];
        best = max(best, max(max(q.x, q.y), max(q.z, q.w)));
    }
    best = warpReduceMax(best);
    if (lane == 0) shared[wid] = best;
    __syncthreads();
    best = (threadIdx.x < blockDim.x / 32) ? shared[lane] : -2147483647;
    if (wid == 0) best = warpReduceMax(best);
    if (threadIdx.x == 0) atomicMax(out, best);
}
// 5: cooperative groups tile of 8
extern "C" __global__ void reduce5_tiles(const int *in, int *out, int n)
{
    cg::thread_block b = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(b);
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int v = gid < n ? in[gid] : 0;
    for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0) out[gid / 8] = v;
}
// 6: argmin with two shared arrays
extern "C" __global__ void reduce6_argmin(const float *x, float *minv, int *mini, int n)
{
    __shared__ float val[128];
    __shared__ int idx[128];
    int t = threadIdx.x;
    float m = 1e30f; int mi = -1;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        float f = x[i];
        if (f < m) { m = f; mi = i; }
    }
    val[t] = m; idx[t] = mi;
    for (int s = blockDim.x >> 1; s >= 1; s >>= 1) {
        __syncthreads();
        if (t < s) {
            if (val[t + s] < val[t]) { val[t] = val[t + s]; idx[t] = idx[t + s]; }
        }
    }
    if (t == 0) { minv[blockIdx.x] = val[0]; mini[blockIdx.x] = idx[0]; }
}
// normalise the rows
extern "C" __global__ void rowsum_normalize(const float *A, float *B, int rows, int cols)
{
    __shared__ float s[64];
    int r = blockIdx.x;
    if (r >= rows) return;
    const float *row = A + (size_t)r * cols;
    float acc = 0;
    for (int c = threadIdx.x; c < cols; c += 64) acc += row[c] * row[c];
    s[threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32];
        __syncwarp();
        for (int k = 16; k >= 1; k /= 2) {
            float o = s[threadIdx.x] + s[threadIdx.x + (threadIdx.x < k ? k : 0)];
            __syncwarp();
            if (threadIdx.x < k) s[threadIdx.x] = o;
            __syncwarp();
        }
    }
    __syncthreads();
    float inv = rsqrtf(s[0] + 1e-6f);
    for (int c = threadIdx.x; c < cols; c += 64) B[r * cols + c] = row[c] * inv;
}
