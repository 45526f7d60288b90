#define FULL 0xffffffffu
extern "C" __global__ void warp_bcast_mul(const float *a, const float *b, float *c)
{
    // 32x32 product: lane holds a column of b in registers, row of a passed by shuffle
    int lane = threadIdx.x;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float mine = a[row * 32 + lane], s = 0;
    for (int k = 0; k < 32; k++) s += __shfl_sync(FULL, mine, k) * b[k * 32 + lane];
    c[row * 32 + lane] = s;
}
extern "C" __global__ void warp_bitonic32(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int v = i < n ? in[i] : 0x7fffffff;
    for (int k = 2; k <= 32; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            int o = __shfl_xor_sync(FULL, v, j);
            bool up = (lane & k) == 0, low = (lane & j) == 0;
            v = (up == low) ? min(v, o) : max(v, o);
        }
    if (i < n) out[i] = v;
}
extern "C" __global__ void warp_stencil(const float *in, float *out, int n)
{
    // 30 outputs a warp, lanes 0 and 31 are halo
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int i = w * 30 + lane - 1;
    float v = (i >= 0 && i < n) ? in[i] : 0.f;
    float l = __shfl_up_sync(FULL, v, 1), r = __shfl_down_sync(FULL, v, 1);
    if (lane > 0 && lane < 31 && i < n) out[i] = (l + v + r) / 3.f;
}
extern "C" __global__ void warp_match_count(const int *keys, int *dup, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned act = __ballot_sync(FULL, i < n);
    if (i < n) {
        int me = keys[i], c = 0;
        for (unsigned m = act; m; m &= m - 1) {
            int src = __ffs(m) - 1;
            c += __shfl_sync(act, me, src) == me;
        }
        dup[i] = c;
    }
}
extern "C" __global__ void warp_transpose_8x4(const float *in, float *out, int nw)
{
    // float4 per lane; transposed by a shared strip private to each warp, no __syncthreads
    __shared__ float strip[4][32 * 5];
    int w = threadIdx.x >> 5, lane = threadIdx.x & 31, gw = blockIdx.x * 4 + w;
    if (gw >= nw) return;
    float4 v = reinterpret_cast<const float4 *>(in)[gw * 32 + lane];
    float *s = strip[w];
    s[lane * 5 + 0] = v.x; s[lane * 5 + 1] = v.y; s[lane * 5 + 2] = v.z; s[lane * 5 + 3] = v.w;
    __syncwarp();
    for (int k = 0; k < 4; k++) out[gw * 128 + k * 32 + lane] = s[lane * 5 + k];
}
// lane-private private arrays forced dynamic: local histogram of nibbles in shared, one row a lane
extern "C" __global__ void nibble_hist(const unsigned *in, unsigned char *out, int n)
{
    __shared__ unsigned char h[32][16];
    int lane = threadIdx.x;
    for (int k = 0; k < 16; k++) h[lane][k] = 0;
    for (int i = blockIdx.x * 32 + lane; i < n; i += 32 * gridDim.x) {
        unsigned v = in[i];
        do { h[lane][v & 15]++; v >>= 4; } while (v);
    }
    __syncwarp();
    for (int k = lane; k < 512; k += 32) out[blockIdx.x * 512 + k] = h[k >> 4][k & 15];
}
// linked list ranking by pointer jumping (within a block), successor = hash permutation
extern "C" __global__ void list_rank(int *rank, int n, int mul)
{
    extern __shared__ int sh[];
    int *nxt = sh, *r = sh + n;
    int t = threadIdx.x;
    // list order: element at position p is (p*mul)%n ; next is position p+1; last points to itself
    int me = (t * mul) % n;
    nxt[me] = t + 1 < n ? ((t + 1) * mul) % n : me;
    r[me] = t + 1 < n ? 1 : 0;
    __syncthreads();
    for (int s = 1; s < n; s <<= 1) {
        int a = nxt[t], add = r[a], to = nxt[a];
        __syncthreads();
        r[t] += add;
        nxt[t] = to;
        __syncthreads();
    }
    rank[blockIdx.x * n + t] = r[t];
}
// union-find-ish label relax: grid of labels, min of 4 neighbours, tile loops until stable
extern "C" __global__ void label_tile(const unsigned char *img, int *lab, int w)
{
    __shared__ int l[16][16];
    __shared__ unsigned char p[16][16];
    int x = threadIdx.x, y = threadIdx.y, gx = blockIdx.x * 16 + x, gy = blockIdx.y * 16 + y;
    p[y][x] = img[gy * w + gx] & 1;
    l[y][x] = y * 16 + x;
    __syncthreads();
    int changed;
    do {
        int best = l[y][x];
        if (x > 0 && p[y][x - 1] == p[y][x]) best = min(best, l[y][x - 1]);
        if (x < 15 && p[y][x + 1] == p[y][x]) best = min(best, l[y][x + 1]);
        if (y > 0 && p[y - 1][x] == p[y][x]) best = min(best, l[y - 1][x]);
        if (y < 15 && p[y + 1][x] == p[y][x]) best = min(best, l[y + 1][x]);
        bool c = best < l[y][x];
        __syncthreads();
        l[y][x] = best;
        changed = __syncthreads_or(c);
    } while (changed);
    lab[gy * w + gx] = l[y][x];
}
// k nearest (k=4) brute force with insertion into a shared list per thread
extern "C" __global__ void knn4(const float2 *q, const float2 *pts, int *idx, int nq, int np)
{
    __shared__ float bd[64][4];
    __shared__ int bi[64][4];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i >= nq) return;
    for (int k = 0; k < 4; k++) { bd[t][k] = 1e30f; bi[t][k] = -1; }
    float2 me = q[i];
    for (int j = 0; j < np; j++) {
        float dx = pts[j].x - me.x, dy = pts[j].y - me.y, d = dx * dx + dy * dy;
        if (d < bd[t][3]) {
            int k = 3;
            while (k > 0 && bd[t][k - 1] > d) { bd[t][k] = bd[t][k - 1]; bi[t][k] = bi[t][k - 1]; --k; }
            bd[t][k] = d; bi[t][k] = j;
        }
    }
    for (int k = 0; k < 4; k++) idx[i * 4 + k] = bi[t][k];
}
// BFS level step on an implicit graph: node u -> (2u+1)%n, (3u+2)%n
extern "C" __global__ void bfs_step(const int *levelIn, int *levelOut, int n, int cur)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= n) return;
    if (levelIn[u] == cur) {
        int v = (int)((2u * u + 1u) % n), w = (int)((3u * u + 2u) % n);
        if (levelIn[v] > cur) atomicMin(&levelOut[v], cur + 1);
        if (levelIn[w] > cur) atomicMin(&levelOut[w], cur + 1);
    }
}
// bank account: tickets handed out by atomicAdd on shared counter
extern "C" __global__ void ticket_compact(const float *in, float *out, int *cnt, int n, float thr)
{
    __shared__ int c, base;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, my = -1;
    float v = 0;
    if (i < n) { v = in[i]; if (v > thr) my = atomicAdd(&c, 1); }
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(cnt, c);
    __syncthreads();
    if (my >= 0) out[base + my] = v;
}
// lotka/ODE integrate with switch on method
extern "C" __global__ void ode_many(const float *par, float *res, int n, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = 1.f + par[i], y = 0.5f, h = 0.01f;
    for (int s = 0; s < steps; ++s) {
        if (i % 3 == 0) { float dx = x - x * y, dy = x * y - y; x += h * dx; y += h * dy; }
        else { float mx = x + .5f * h * (x - x * y), my = y + .5f * h * (x * y - y); x += h * (mx - mx * my); y += h * (mx * my - my); }
        if (s % 8 == i % 8) res[i * (steps / 8) + s / 8] = x;
    }
}
