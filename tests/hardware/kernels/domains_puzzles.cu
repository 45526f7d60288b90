/* puzzles, number theory and games */
#include <cooperative_groups.h>

typedef unsigned short mask_t;
typedef unsigned long long u64;

// ---------- sudoku: candidate masks for 81 cells, naked-single propagation, one grid per 81 threads
extern "C" __global__ void sudoku_masks(const unsigned char* givens, unsigned short* cand, int* solved, int rounds)
{
    __shared__ mask_t c[81];
    __shared__ int changes;
    int t = threadIdx.x;
    bool cell = t < 81;
    int r = t / 9, k = t % 9, b = r / 3 * 27 + k / 3 * 3;
    if (cell) {
        int g = givens[blockIdx.x * 81 + t];
        c[t] = g >= 1 && g <= 9 ? 1 << (g - 1) : 0x1ff;
    }
    for (int it = 0; it < rounds; it++) {
        if (t == 0) changes = 0;
        __syncthreads();
        mask_t m = 0;
        if (cell && __popc(c[t]) > 1) {
            mask_t seen = 0;
            for (int i = 0; i < 9; i++) {
                int p[3] = {r * 9 + i, i * 9 + k, b + i / 3 * 9 + i % 3};
                for (int q = 0; q < 3; q++)
                    if (p[q] != t && __popc(c[p[q]]) == 1) seen |= c[p[q]];
            }
            m = c[t] & ~seen;
        }
        __syncthreads();
        if (cell && m && m != c[t]) { c[t] = m; atomicAdd(&changes, 1); }
        __syncthreads();
        if (changes == 0) break;
        __syncthreads();
    }
    int n = __syncthreads_count(cell && __popc(c[cell ? t : 0]) == 1);
    if (cell) cand[blockIdx.x * 81 + t] = c[t];
    if (t == 0) solved[blockIdx.x] = n;
}

// ---------- n queens: thread = first two rows; explicit stack in shared memory
#ifndef NQ
#define NQ 7
#endif
extern "C" __global__ void nqueens(int* counts)
{
    __shared__ unsigned avail[NQ][64];
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int c0 = id / NQ, c1 = id % NQ;
    if (id >= NQ * NQ) return;
    const unsigned full = (1u << NQ) - 1;
    unsigned cols = 1u << c0 | 1u << c1;
    unsigned d1 = (1u << c0) << 2 | (1u << c1) << 1, d2 = (1u << c0) >> 2 | (1u << c1) >> 1;
    int total = 0;
    bool ok = c0 - c1 > 1 || c1 - c0 > 1;
    if (ok) {
        unsigned sc[NQ], s1[NQ], s2[NQ];
        int depth = 2;
        sc[2] = cols; s1[2] = d1; s2[2] = d2;
        avail[2][threadIdx.x] = full & ~(cols | d1 | d2);
        while (depth >= 2) {
            unsigned a = avail[depth][threadIdx.x];
            if (!a) { depth--; continue; }
            unsigned bit = a & -a;
            avail[depth][threadIdx.x] = a ^ bit;
            if (depth == NQ - 1) { total++; continue; }
            sc[depth + 1] = sc[depth] | bit;
            s1[depth + 1] = (s1[depth] | bit) << 1;
            s2[depth + 1] = (s2[depth] | bit) >> 1;
            depth++;
            avail[depth][threadIdx.x] = full & ~(sc[depth] | s1[depth] | s2[depth]);
        }
    }
    counts[id] = total;
}

// ---------- life on bit boards: 32 cells a word, neighbours by shifts, torus
extern "C" __global__ void life_bits(const unsigned* in, unsigned* out, int words, int rows)
{
    int w = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (w >= words || y >= rows) return;
    unsigned s0 = 0, s1 = 0, s2 = 0, self = 0;
    for (int dy = -1; dy <= 1; dy++) {
        const unsigned* row = in + (y + dy + rows) % rows * words;
        unsigned c = row[w], l = row[(w + words - 1) % words], r = row[(w + 1) % words];
        unsigned parts[3] = {c << 1 | l >> 31, dy ? c : 0, c >> 1 | r << 31};
        if (!dy) self = c;
        for (int k = 0; k < 3; k++) {
            unsigned x = parts[k], c0 = s0 & x, c1 = s1 & c0;
            s0 ^= x; s1 ^= c0; s2 |= c1;
        }
    }
    out[y * words + w] = s1 & ~s2 & (s0 | self);
}
// ---------- life, byte cells, many generations in shared with halo recomputed
extern "C" __global__ void life_shared(unsigned char* cells, int n, int gens)
{
    extern __shared__ unsigned char brd[];
    unsigned char *cur = brd, *nxt = brd + n * n, *g = cells + blockIdx.x * n * n;
    int T = blockDim.x * blockDim.y, t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = t; i < n * n; i += T) cur[i] = g[i];
    for (int k = 0; k < gens; ++k) {
        __syncthreads();
        for (int y = threadIdx.y; y < n; y += blockDim.y)
            for (int x = threadIdx.x; x < n; x += blockDim.x) {
                int s = 0;
                int u = (y ? y : n) - 1, d = y + 1 < n ? y + 1 : 0, l = (x ? x : n) - 1, r = x + 1 < n ? x + 1 : 0;
                s = cur[u * n + l] + cur[u * n + x] + cur[u * n + r] + cur[y * n + l] + cur[y * n + r] + cur[d * n + l] + cur[d * n + x] + cur[d * n + r];
                nxt[y * n + x] = s == 3 || (s == 2 && cur[y * n + x]);
            }
        unsigned char* z = cur; cur = nxt; nxt = z;
    }
    __syncthreads();
    for (int i = t; i < n * n; i += T) g[i] = cur[i];
}

// ---------- collatz, memo of small values in shared
extern "C" __global__ void collatz(unsigned* steps, unsigned n)
{
    __shared__ unsigned char memo[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned x = i, c = 0;
        while (x > 1) { x = x & 1 ? 3 * x + 1 : x / 2; c++; }
        memo[i] = c;
    }
    __syncthreads();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 x = (u64)i * 37 + 1;
    unsigned c = 0;
    while (x >= 256) { if (x & 1) { x = (3 * x + 1) >> 1; c += 2; } else { x >>= 1; c++; } }
    steps[i] = c + memo[x];
}

// ---------- segmented sieve, byte flags: strides in shared memory, each thread takes a prime (same value racing => use atomicOr on bits)
extern "C" __global__ void sieve_bits(unsigned* composite, int seg)
{
    extern __shared__ unsigned bits[];
    int lo = blockIdx.x * seg, nwords = (seg + 31) / 32;
    for (int i = threadIdx.x; i < nwords; i += blockDim.x) bits[i] = 0;
    __syncthreads();
    int p = threadIdx.x + 2;
    if (p * p < lo + seg) {
        bool prime = true;
        for (int d = 2; d * d <= p; d++) if (p % d == 0) { prime = false; break; }
        if (prime) {
            int s = max(p * p, (lo + p - 1) / p * p);
            for (; s < lo + seg; s += p) atomicOr(bits + (s - lo) / 32, 1u << ((s - lo) & 31));
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < nwords; i += blockDim.x) composite[blockIdx.x * nwords + i] = bits[i];
}
// ---------- trial division with the mod 30 wheel, gaps held in shared memory
extern "C" __global__ void smallest_factor(const unsigned* nums, unsigned* fac, int n)
{
    __shared__ unsigned char gap[8];
    if (threadIdx.x < 8) gap[threadIdx.x] = 0x62642424u >> 4 * threadIdx.x & 15;    // 4 2 4 2 4 6 2 6
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned v = nums[i] + 2, f = v;
        if (v % 2 == 0) f = 2; else if (v % 3 == 0) f = 3; else if (v % 5 == 0) f = 5;
        else {
            unsigned d = 7; int w = 0;
            while (d * d <= v) {
                if (v % d == 0) { f = d; break; }
                d += gap[w];
                w = (w + 1) & 7;
            }
        }
        fac[i] = f;
    }
}

// ---------- k-th permutation (Lehmer), array per thread in shared memory, two layouts
#ifdef AOS
#define P(i) perm[threadIdx.x * n + (i)]
#else
#define P(i) perm[(i) * blockDim.x + threadIdx.x]
#endif
extern "C" __global__ void permutations(unsigned char* out, int n, unsigned step)
{
    extern __shared__ unsigned char perm[];
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x, k = id * step;
    unsigned f = 1;
    for (int i = 2; i < n; i++) f *= i;
    for (int i = 0; i < n; i++) P(i) = i;
    for (int i = 0; i < n - 1; i++) {
        int j = k / f % (n - i);
        k %= f;
        f /= max(1, n - 1 - i);
        unsigned char v = P(i + j);
        for (int m = i + j; m > i; m--) P(m) = P(m - 1);
        P(i) = v;
    }
    for (int i = 0; i < n; i++) out[id * n + i] = P(i);
}

// ---------- TSP tour length by permutation table and distance matrix in shared
extern "C" __global__ void tsp_eval(const unsigned char* swaps, const int* dist, int* len, int n, int nt, int nsw)
{
    extern __shared__ int D[];
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) D[i] = dist[i];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= nt) return;
    unsigned char tour[24];
    for (int i = 0; i < n; i++) tour[i] = i;
    for (int s = 0; s < nsw; s++) {
        int a = swaps[(t * nsw + s) * 2], b = swaps[(t * nsw + s) * 2 + 1];
        unsigned char x = tour[a]; tour[a] = tour[b]; tour[b] = x;
    }
    int L = 0;
    for (int i = 0; i < n; i++) L += D[tour[i] * n + tour[i + 1 == n ? 0 : i + 1]];
    len[t] = L;
}

// ---------- 0/1 knapsack, dp row per block, descending by double buffer
extern "C" __global__ void knapsack(const int* wt, const int* val, int* best, int items, int cap)
{
    extern __shared__ int dp[];
    int *a = dp, *b = dp + cap + 1;
    for (int c = threadIdx.x; c <= cap; c += blockDim.x) a[c] = 0;
    for (int i = 0; i < items; i++) {
        __syncthreads();
        int w = wt[blockIdx.x * items + i] + 1, v = val[blockIdx.x * items + i];
        for (int c = threadIdx.x; c <= cap; c += blockDim.x) b[c] = c >= w ? max(a[c], a[c - w] + v) : a[c];
        int* t = a; a = b; b = t;
    }
    __syncthreads();
    if (threadIdx.x == 0) best[blockIdx.x] = a[cap];
}

// ---------- Floyd-Warshall one pivot, ints with infinity
extern "C" __global__ void floyd_pivot(const int* din, int* dout, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < n) {
        int a = din[i * n + j], b = din[i * n + k] + din[k * n + j];
        dout[i * n + j] = b < a ? b : a;
    }
}

// ---------- tic-tac-toe / connect four win detection on 64-bit boards
extern "C" __global__ void connect4_wins(const u64* boards, unsigned char* win, int n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 b = boards[i];
    const int dir[4] = {1, 7, 6, 8};
    unsigned char w = 0;
    for (int d = 0; d < 4; d++) {
        u64 m = b & (b >> dir[d]);
        if (m & (m >> 2 * dir[d])) { w |= 1 << d; }
    }
    win[i] = w;
}

// ---------- pseudo-BFS on a maze: wave front in shared memory bytes
extern "C" __global__ void maze_bfs(const unsigned char* wall, short* dist, int n)
{
    extern __shared__ short d[];
    const unsigned char* wl = wall + blockIdx.x * n * n;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) d[i] = i == 0 ? 0 : -1;
    __syncthreads();
    for (int lev = 0; lev < 4 * n; lev++) {
        int grew = 0;
        for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
            if (d[i] != -1 || wl[i] == 0) continue;
            int x = i % n, y = i / n;
            bool near = (x > 0 && d[i - 1] == lev) || (x < n - 1 && d[i + 1] == lev) || (y > 0 && d[i - n] == lev) || (y < n - 1 && d[i + n] == lev);
            if (near) { grew |= 1 << (i / blockDim.x); }
        }
        if (!__syncthreads_or(grew)) break;
        for (int k = 0; grew; k++, grew >>= 1) if (grew & 1) d[threadIdx.x + k * blockDim.x] = lev + 1;
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) dist[blockIdx.x * n * n + i] = d[i];
}
