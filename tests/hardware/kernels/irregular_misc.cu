#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <class F> __device__ void gridFor(size_t n, F f)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) f(i);
}
__constant__ unsigned char BOX[9] = {0, 3, 6, 27, 30, 33, 54, 57, 60};

// sudoku: candidate masks, a thread per cell, block = board (81 threads), naked-single elimination rounds
extern "C" __global__ void sudoku_rounds(const unsigned char* given, unsigned short* cand, int* rounds, int limit)
{
    __shared__ unsigned short m[81];
    int c = threadIdx.x, r = c / 9, k = c % 9;
    unsigned char g = given[blockIdx.x * 81 + c];
    m[c] = g < 9 ? 1 << g : 0x1ff;
    __syncthreads();
    int it = 0; bool changed;
    do {
        unsigned short mine = m[c], seen = 0;
        if (mine & (mine - 1)) {
            for (int j = 0; j < 9; j++) {
                unsigned short a = m[r * 9 + j], b = m[j * 9 + k], d = m[BOX[r / 3 * 3 + k / 3] + j / 3 * 9 + j % 3];
                if (j != k && a && !(a & (a - 1))) seen |= a;
                if (j != r && b && !(b & (b - 1))) seen |= b;
                if (d && !(d & (d - 1))) seen |= d;
            }
        }
        unsigned short next = mine & ~seen;
        __syncthreads();
        m[c] = next;
        changed = __syncthreads_or(next != mine);
    } while (changed && ++it < limit);
    cand[blockIdx.x * 81 + c] = m[c];
    if (c == 0) rounds[blockIdx.x] = it;
}

// sampled sparse product (SDDMM) with half vectors, 4 lanes per nonzero
extern "C" __global__ void sddmm_half(const int* ri, const int* ci, const __half2* A, const __half2* B, float* out, int nnz, int k2)
{
    auto quad = cg::tiled_partition<4>(cg::this_thread_block());
    for (int e = (blockIdx.x * blockDim.x + threadIdx.x) / 4; e < nnz; e += gridDim.x * blockDim.x / 4) {
        const __half2 *a = A + ri[e] * k2, *b = B + ci[e] * k2;
        float2 acc = {0, 0};
        for (int j = quad.thread_rank(); j < k2; j += 4) {
            float2 x = __half22float2(a[j]), y = __half22float2(b[j]);
            acc.x += x.x * y.x; acc.y += x.y * y.y;
        }
        float s = cg::reduce(quad, acc.x + acc.y, cg::plus<float>());
        if (quad.thread_rank() == 0) out[e] = s;
    }
}

// gather rows named by an index list with cp.async double buffering, then max over the row
extern "C" __global__ void gather_async(const float4* tab, const int* idx, float* best, int per, int row4)
{
    extern __shared__ float4 stage[];      // 2 x row4
    const int* mine = idx + blockIdx.x * per;
    auto fetch = [&](int q) {
        for (int i = threadIdx.x; i < row4; i += blockDim.x)
            __pipeline_memcpy_async(&stage[(q & 1) * row4 + i], &tab[mine[q] * row4 + i], sizeof(float4));
        __pipeline_commit();
    };
    fetch(0);
    for (int q = 0; q < per; ++q) {
        if (q + 1 < per) { fetch(q + 1); __pipeline_wait_prior(1); } else __pipeline_wait_prior(0);
        __syncthreads();
        if (threadIdx.x < 32) {
            float b = -2.f;
            const float* f = reinterpret_cast<const float*>(stage + (q & 1) * row4);
            for (int i = threadIdx.x; i < row4 * 4; i += 32) b = fmaxf(b, f[i]);
            for (int o = 16; o > 0; o >>= 1) b = fmaxf(b, __shfl_down_sync(~0u, b, o));
            if (threadIdx.x == 0) best[blockIdx.x * per + q] = b;
        }
        __syncthreads();
    }
}

// Dijkstra O(n^2) in one block, packed (dist,id) minimum by warp then block
extern "C" __global__ void dijkstra_dense(const unsigned short* w, unsigned* dist, int n)
{
    __shared__ unsigned d[160]; __shared__ unsigned char used[160]; __shared__ unsigned part[8];
    const unsigned short* W = w + blockIdx.x * n * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) { d[i] = i ? 0xffffffu : 0u; used[i] = 0; }
    __syncthreads();
    for (int step = 0; step < n; ++step) {
        unsigned best = ~0u;
        for (unsigned i = threadIdx.x; i < n; i += blockDim.x) if (!used[i]) best = min(best, d[i] << 8 | i);
        best = __reduce_min_sync(~0u, best);
        if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = best;
        __syncthreads();
        best = part[0];
        for (unsigned k = 1; k < blockDim.x / 32; ++k) best = min(best, part[k]);
        unsigned u = best & 255, du = best >> 8;
        if (du >= 0xffffffu) break;
        for (int v = threadIdx.x; v < n; v += blockDim.x) {
            unsigned c = W[u * n + v];
            if (c < 900 && !used[v] && du + c < d[v]) d[v] = du + c;
            if (v == (int)u) used[v] = 1;
        }
        __syncthreads();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) dist[blockIdx.x * n + i] = d[i];
}

// flood fill of a small 3D volume per block (3D threads), labels by minimum propagation
extern "C" __global__ void flood3d(const unsigned char* vol, int* label, int nx, int ny, int nz)
{
    extern __shared__ int lab[];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const bool in = x < nx && y < ny && z < nz;
    const int id = (z * ny + y) * nx + x, vol_n = nx * ny * nz;
    bool solid = false;
    if (in) { solid = vol[blockIdx.x * vol_n + id] < 5; lab[id] = solid ? id : -1; }
    __syncthreads();
    for (;;) {
        int best = in ? lab[id] : -1;
        if (solid) {
            if (x > 0 && lab[id - 1] >= 0) best = min(best, lab[id - 1]);
            if (x + 1 < nx && lab[id + 1] >= 0) best = min(best, lab[id + 1]);
            if (y > 0 && lab[id - nx] >= 0) best = min(best, lab[id - nx]);
            if (y + 1 < ny && lab[id + nx] >= 0) best = min(best, lab[id + nx]);
            if (z > 0 && lab[id - nx * ny] >= 0) best = min(best, lab[id - nx * ny]);
            if (z + 1 < nz && lab[id + nx * ny] >= 0) best = min(best, lab[id + nx * ny]);
            if (lab[best] < best) best = lab[best];
        }
        int any = __syncthreads_or(solid && best != lab[id]);
        if (!any) break;
        if (solid) lab[id] = best;
        __syncthreads();
    }
    if (in) label[blockIdx.x * vol_n + id] = lab[id];
}

// skip list search: towers of random height over sorted keys; next pointers made on the spot
extern "C" __global__ void skiplist(const unsigned* coin, const int* q, int* hops, int n, int nq)
{
    __shared__ short nxt[5][130];
    for (int lv = threadIdx.x / 32; lv < 5; lv += blockDim.x / 32)
        for (int i = threadIdx.x % 32; i <= n; i += 32) {
            // node 0 = head; node i has level lv if the low lv bits of its coin are zero
            int j = i + 1;
            while (j <= n && (coin[j - 1] & ((1u << lv) - 1))) ++j;
            nxt[lv][i] = j <= n ? j : -1;
        }
    __syncthreads();
    gridFor(nq, [&](size_t i) {
        int want = q[i], at = 0, h = 0;
        for (int lv = 4; lv >= 0; lv--)
            for (int nx; (nx = nxt[lv][at]) >= 0 && nx * 3 <= want; at = nx) ++h;
        hops[i] = at * 1000 + h;
    });
}

// Boruvka: lightest edge of each component by 64-bit atomicMin, components = random labels
extern "C" __global__ void boruvka_min(const int* eu, const int* ev, const unsigned* w, const int* comp, unsigned long long* best, int m)
{
    gridFor(m, [=](size_t e) {
        int a = comp[eu[e]], b = comp[ev[e]];
        if (a == b) return;
        unsigned long long p = (unsigned long long)w[e] << 32 | (unsigned)e;
        atomicMax(best + a, ~p);
        atomicMax(best + b, ~p);
    });
}

// suffix comparison: rank of each suffix within a short text by direct comparison
extern "C" __global__ void suffix_rank(const char* t, short* rank, int n)
{
    extern __shared__ char T[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) T[i] = t[blockIdx.x * n + i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        short r = 0;
        for (int j = 0; j < n; ++j) {
            if (j == i) continue;
            int a = i, b = j;
            while (a < n && b < n && T[a] == T[b]) { ++a; ++b; }
            if (b == n || (a < n && T[b] < T[a])) ++r;
        }
        rank[blockIdx.x * n + r] = i;
    }
}

// life on bit rows, one word per thread, several generations, early stop when still
extern "C" __global__ void life_bits(const unsigned* in, unsigned* out, int* gens, int rows, int maxg)
{
    __shared__ unsigned g[2][66];
    int t = threadIdx.x;
    for (int i = t; i < rows + 2; i += blockDim.x) { g[0][i] = 0; g[1][i] = 0; }
    __syncthreads();
    if (t < rows) g[0][t + 1] = in[blockIdx.x * rows + t];
    __syncthreads();
    int k = 0;
    for (; k < maxg; ++k) {
        unsigned* s = g[k & 1]; unsigned* d = g[~k & 1]; bool ch = false;
        if (t < rows) {
            unsigned next = 0;
            for (int b = 0; b < 32; ++b) {
                unsigned win = b ? 7u << (b - 1) : 3u;
                int c = __popc(s[t] & win) + __popc(s[t + 1] & win) + __popc(s[t + 2] & win);
                bool alive = s[t + 1] >> b & 1;
                if (c == 3 || (alive && c == 4)) next |= 1u << b;
            }
            d[t + 1] = next; ch = next != s[t + 1];
        }
        if (!__syncthreads_or(ch)) break;
    }
    if (t < rows) out[blockIdx.x * rows + t] = g[k & 1][t + 1];
    if (t == 0) gens[blockIdx.x] = k;
}

// Thompson-style NFA as a bit set: per-state follow masks in shared memory, iterate over set bits
extern "C" __global__ void nfa_sets(const unsigned char* text, const unsigned* follow, const unsigned char* label, int* matched, int len, int n)
{
    __shared__ unsigned F[32]; __shared__ unsigned char Lb[32];
    if (threadIdx.x < 32) { F[threadIdx.x] = follow[threadIdx.x] & (follow[threadIdx.x] >> 7) & (follow[threadIdx.x] >> 13); Lb[threadIdx.x] = label[threadIdx.x]; }
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    unsigned cur = 1u; int i = 0;
    for (; i < len && cur; ++i) {
        unsigned char c = text[(size_t)i * n + id];
        unsigned nx = 0;
        for (unsigned s = cur; s; s &= s - 1) { int st = __ffs(s) - 1; if (Lb[st] == c || Lb[st] == 3) nx |= F[st] | 1u << ((st + 1) & 31); }
        cur = nx;
        if (cur >> 31) break;
    }
    matched[id] = cur >> 31 ? i : -(i + 1);
}

// image: hysteresis tracing walk along the steepest descent until a pit, path compression off
extern "C" __global__ void watershed_walk(const float* hgt, int* pit, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int start = y * w + x, steps = 0;
    for (;;) {
        float low = hgt[y * w + x]; int bx = x, by = y;
        for (int dy = -1; dy <= 1; ++dy) for (int dx = -1; dx <= 1; ++dx) {
            int qx = x + dx, qy = y + dy;
            if (qx < 0 || qy < 0 || qx >= w || qy >= h) continue;
            if (hgt[qy * w + qx] < low) { low = hgt[qy * w + qx]; bx = qx; by = qy; }
        }
        if ((bx == x && by == y) || ++steps > 64) break;
        x = bx; y = by;
    }
    pit[start] = y * w + x;
}
