#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// k-means assign: centroids in shared memory
extern "C" __global__ void kmeans_assign(const float* pts, const float* cent, int* label, int n, int k, int d)
{
    extern __shared__ float c[];
    for (int i = threadIdx.x; i < k * d; i += blockDim.x) c[i] = cent[i];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    int arg = 0;
    float best = 3.4e38f;
    for (int j = 0; j < k; ++j) {
        float s = 0;
        for (int m = 0; m < d; ++m) {
            float t = pts[p * d + m] - c[j * d + m];
            s += t * t;
        }
        if (s < best) { best = s; arg = j; }
    }
    label[p] = arg;
}

// k-means update: one thread per (cluster, dim), loops over points, labels broadcast
extern "C" __global__ void kmeans_update(const float* pts, const int* label, float* cent, int n, int d)
{
    int k = blockIdx.x, dim = threadIdx.x;
    if (dim >= d) return;
    float sum = 0; int cnt = 0;
    for (int p = 0; p < n; p++)
        if (label[p] == k) { sum += pts[p * d + dim]; cnt++; }
    cent[k * d + dim] = cnt ? sum / cnt : 0.f;
}

// kNN: keep the KN nearest in registers by insertion; reference tiles through shared memory
#ifndef KN
#define KN 4
#endif
extern "C" __global__ void knn_brute(const float3* query, const float3* ref, int* idx, float* dist, int nq, int nr)
{
    __shared__ float3 tile[64];
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    float3 me = make_float3(0, 0, 0);
    if (q < nq) me = query[q];
    float bd[KN]; int bi[KN];
    for (int i = 0; i < KN; i++) { bd[i] = 1e30f; bi[i] = -1; }
    for (int base = 0; base < nr; base += 64) {
        __syncthreads();
        for (int t = threadIdx.x; t < 64 && base + t < nr; t += blockDim.x) tile[t] = ref[base + t];
        __syncthreads();
        int m = min(64, nr - base);
        for (int t = 0; t < m; t++) {
            float dx = me.x - tile[t].x, dy = me.y - tile[t].y, dz = me.z - tile[t].z;
            float d = dx * dx + dy * dy + dz * dz;
            int id = base + t;
#pragma unroll
            for (int i = 0; i < KN; i++)
                if (d < bd[i]) { float td = bd[i]; int ti = bi[i]; bd[i] = d; bi[i] = id; d = td; id = ti; }
        }
    }
    if (q < nq)
        for (int i = 0; i < KN; i++) { idx[q * KN + i] = bi[i]; dist[q * KN + i] = sqrtf(bd[i]); }
}

// random forest: heap-ordered trees, one thread per sample, all trees
struct Node { int feat; float thr; };
extern "C" __global__ void forest_predict(const Node* trees, const float* leaf, const float* X, float* y, int nsamples, int nfeat, int ntrees, int depth)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= nsamples) return;
    int inner = (1 << depth) - 1;
    float acc = 0.f;
    for (int t = 0; t < ntrees; ++t) {
        const Node* tree = trees + t * inner;
        int node = 0;
        while (node < inner) {
            Node nd = tree[node];
            int f = (unsigned)nd.feat % nfeat;
            node = 2 * node + (X[s * nfeat + f] > __int_as_float(0x3d000000) * (nd.feat & 7) - 0.1f ? 2 : 1);
        }
        acc += leaf[t * (inner + 1) + node - inner];
    }
    y[s] = acc / ntrees;
}

// single layer perceptron with sign activation, training epoch by one block: weights in shared, sample after sample
extern "C" __global__ void perceptron_epoch(const float* X, const int* t, float* w_out, int n, int d, float lr)
{
    extern __shared__ float sh[];
    float* w = sh; float* part = sh + d;
    for (int i = threadIdx.x; i < d; i += blockDim.x) w[i] = 0.01f * i;
    const float* x = X + (size_t)blockIdx.x * n * d;
    for (int s = 0; s < n; s++) {
        float a = 0;
        for (int i = threadIdx.x; i < d; i += blockDim.x) a += w[i] * x[s * d + i];
        part[threadIdx.x] = a;
        __syncthreads();
        for (int h = blockDim.x / 2; h > 0; h /= 2) {
            if (threadIdx.x < h) part[threadIdx.x] += part[threadIdx.x + h];
            __syncthreads();
        }
        int y = part[0] > 0 ? 1 : -1;
        int target = t[blockIdx.x * n + s] ? 1 : -1;
        if (y != target)
            for (int i = threadIdx.x; i < d; i += blockDim.x) w[i] += lr * target * x[s * d + i];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < d; i += blockDim.x) w_out[blockIdx.x * d + i] = w[i];
}

// batch norm, NCHW, one block per channel
__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
extern "C" __global__ void batchnorm_nchw(const float* __restrict__ x, float* __restrict__ y, const float* gamma, const float* beta, int N, int C, int HW)
{
    __shared__ float2 red[32];
    const int ch = blockIdx.x, warps = (blockDim.x + 31) / 32;
    float2 s = make_float2(0.f, 0.f);
    for (int n = 0; n < N; ++n)
        for (int i = threadIdx.x; i < HW; i += blockDim.x) {
            float v = x[(n * C + ch) * HW + i];
            s = s + make_float2(v, v * v);
        }
    for (int o = 16; o; o >>= 1) { s.x += __shfl_down_sync(~0u, s.x, o); s.y += __shfl_down_sync(~0u, s.y, o); }
    if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = s;
    __syncthreads();
    float2 t = make_float2(0.f, 0.f);
    for (int i = 0; i < warps; i++) t = t + red[i];
    float m = t.x / (N * HW), inv = rsqrtf(t.y / (N * HW) - m * m + 1e-5f);
    for (int n = 0; n < N; ++n)
        for (int i = threadIdx.x; i < HW; i += blockDim.x) {
            size_t k = (size_t)(n * C + ch) * HW + i;
            y[k] = (x[k] - m) * inv * gamma[ch] + beta[ch];
        }
}

// batchnorm NHWC half2, inference
extern "C" __global__ void bn_infer_nhwc_h2(const __half2* x, __half2* y, const float2* scale, const float2* shift, int pixels, int C2)
{
    for (int p = blockIdx.x * blockDim.y + threadIdx.y; p < pixels; p += gridDim.x * blockDim.y)
        for (int c = threadIdx.x; c < C2; c += blockDim.x) {
            float2 v = __half22float2(x[p * C2 + c]);
            float2 a = scale[c], b = shift[c];
            y[p * C2 + c] = __floats2half2_rn(fmaxf(0.f, v.x * a.x + b.x), fmaxf(0.f, v.y * a.y + b.y));
        }
}

// max pooling 3x3 stride 2 with argmax
extern "C" __global__ void maxpool(const float* in, float* out, int* arg, int C, int H, int W, int OH, int OW)
{
    int total = C * OH * OW;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) {
        int ow = i % OW, oh = i / OW % OH, c = i / OW / OH;
        int h0 = oh * 2 - 1, w0 = ow * 2 - 1;
        int h1 = min(h0 + 3, H), w1 = min(w0 + 3, W);
        h0 = max(h0, 0); w0 = max(w0, 0);
        float m = -INFINITY; int a = -1;
        for (int h = h0; h < h1; h++)
            for (int w = w0; w < w1; w++)
                if (in[(c * H + h) * W + w] > m) { m = in[(c * H + h) * W + w]; a = h * W + w; }
        out[i] = m; arg[i] = a;
    }
}

// unpool gradient by gather (each input cell checks outputs covering it)
extern "C" __global__ void maxpool_grad(const float* gout, const int* arg, float* gin, int H, int W, int OH, int OW)
{
    int w = threadIdx.x + blockIdx.x * blockDim.x, h = threadIdx.y + blockIdx.y * blockDim.y, c = blockIdx.z;
    if (w >= W || h >= H) return;
    float g = 0;
    for (int oh = h / 2; oh <= min((h + 1) / 2, OH - 1); oh++)
        for (int ow = w / 2; ow <= min((w + 1) / 2, OW - 1); ow++) {
            int o = (c * OH + oh) * OW + ow;
            if (arg[o] % (H * W) == h * W + w) g += gout[o];
        }
    gin[(c * H + h) * W + w] = g;
}

// dropout with bit mask produced by ballot
__device__ unsigned hash32(unsigned x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16; return x; }
extern "C" __global__ void dropout_mask(const float* x, float* y, unsigned* mask, int n, float p, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && (hash32(i ^ seed) >> 8) * (1.f / (1 << 24)) >= p;
    unsigned b = __ballot_sync(0xffffffffu, keep);
    if (i < n) {
        y[i] = keep ? x[i] / (1.f - p) : 0.f;
        if ((i & 31) == 0) mask[i / 32] = b;
    }
}
extern "C" __global__ void dropout_back(const float4* g, float4* gx, const unsigned* mask, int n4, float p)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n4; i += blockDim.x * gridDim.x) {
        unsigned m = mask[i >> 3] >> (4 * (i & 7));
        float s = 1.f / (1.f - p);
        float4 v = g[i];
        gx[i] = {m & 1 ? v.x * s : 0, m & 2 ? v.y * s : 0, m & 4 ? v.z * s : 0, m & 8 ? v.w * s : 0};
    }
}

// embedding bag: mean over tokens, bf16 table; one warp a bag
extern "C" __global__ void embedding_bag(const __nv_bfloat16* table, const int* tok, float* out, int bags, int per, int dim)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int bag = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (bag >= bags) return;
    for (int d = warp.thread_rank(); d < dim; d += 32) {
        float s = 0;
        int cnt = 0;
        for (int k = 0; k < per; ++k) {
            int id = tok[bag * per + k];
            if (id == 0) continue;       // padding
            s += __bfloat162float(table[id * dim + d]);
            ++cnt;
        }
        out[bag * dim + d] = cnt ? s / cnt : 0;
    }
}

// embedding backward without atomics: each block owns a vocabulary row
extern "C" __global__ void embedding_grad(const int* tok, const float* g, float* gt, int ntok, int dim)
{
    __shared__ int list[128];
    __shared__ int cnt;
    if (threadIdx.x == 0) {
        cnt = 0;
        for (int i = 0; i < ntok; i++) if (tok[i] == blockIdx.x && cnt < 128) list[cnt++] = i;
    }
    __syncthreads();
    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float s = 0;
        for (int j = 0; j < cnt; j++) s += g[list[j] * dim + d];
        gt[blockIdx.x * dim + d] = s;
    }
}

// naive softmax cross-entropy, one thread per row
extern "C" __global__ void xent_rows(const float* logits, const int* label, float* loss, float* grad, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float* z = logits + r * cols;
    float m = z[0];
    for (int c = 1; c < cols; c++) m = fmaxf(m, z[c]);
    float s = 0;
    for (int c = 0; c < cols; c++) s += expf(z[c] - m);
    for (int c = 0; c < cols; c++) grad[r * cols + c] = expf(z[c] - m) / s - (c == label[r]);
    loss[r] = logf(s) + m - z[label[r]];
}

// conv2d direct, multi channel
extern "C" __global__ void conv2d_direct(const float* in, const float* wt, float* out, int Ci, int H, int W, int Co, int R)
{
    int ox = blockIdx.x * blockDim.x + threadIdx.x;
    int oy = blockIdx.y * blockDim.y + threadIdx.y;
    int co = blockIdx.z * blockDim.z + threadIdx.z;
    int OH = H - R + 1, OW = W - R + 1;
    if (ox >= OW || oy >= OH || co >= Co) return;
    float s = 0;
    for (int ci = 0; ci < Ci; ci++)
        for (int r = 0; r < R; r++)
            for (int q = 0; q < R; q++)
                s += in[(ci * H + oy + r) * W + ox + q] * wt[((co * Ci + ci) * R + r) * R + q];
    out[(co * OH + oy) * OW + ox] = s;
}

// im2col
extern "C" __global__ void im2col(const float* im, float* col, int C, int H, int W, int R, int pad, int OH, int OW)
{
    size_t total = (size_t)C * OH * OW;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < total; i += (size_t)gridDim.x * blockDim.x) {
        int ow = i % OW, oh = (i / OW) % OH, c = i / ((size_t)OW * OH);
        float* d = col + (size_t)c * R * R * OH * OW + oh * OW + ow;
        for (int r = 0; r < R; ++r)
            for (int s = 0; s < R; ++s, d += OH * OW) {
                int y = oh + r - pad, x = ow + s - pad;
                *d = (unsigned)y < (unsigned)H && (unsigned)x < (unsigned)W ? im[(c * H + y) * W + x] : 0.f;
            }
    }
}

// Naive Bayes on categorical features: table (class, feature, value) cached in shared memory
extern "C" __global__ void naive_bayes(const unsigned char* X, const float* logp, unsigned char* cls, int n, int F, int V, int NC)
{
    extern __shared__ float tab[];
    for (int i = threadIdx.x; i < F * V * NC; i += blockDim.x) tab[i] = logp[i];
    __syncthreads();
    for (int s = blockIdx.x * blockDim.x + threadIdx.x; s < n; s += gridDim.x * blockDim.x) {
        float b = -1e30f; int a = 0;
        for (int c = 0; c < NC; c++) {
            float l = 0;
            for (int f = 0; f < F; f++) l += tab[(c * F + f) * V + X[f * n + s]];
            if (l > b) { b = l; a = c; }
        }
        cls[s] = a;
    }
}
