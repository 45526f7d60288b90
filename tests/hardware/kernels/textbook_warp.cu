// Warp level: votes, matches, shuffles of every width, partial masks, named barriers, cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
#define FULL 0xffffffffu
#define GID (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void votes(const int* x, unsigned* out, int n)
{
    int i = GID, v = i < n ? x[i] : 0;
    unsigned b = __ballot_sync(FULL, v & 1);
    int any = __any_sync(FULL, v > 95), all = __all_sync(FULL, v < 90);
    out[i] = b ^ (any ? 0x80000000u : 0u) ^ (all ? 1u : 0u);
}
// the last warp of a block of 50 has 18 lanes
extern "C" __global__ void votes_ragged(const int* x, unsigned* out)
{
    int i = GID, rest = blockDim.x - (threadIdx.x & ~31u);
    unsigned mask = rest >= 32 ? FULL : (1u << rest) - 1;
    unsigned b = __ballot_sync(mask, x[i] % 3 == 0);
    int s = x[i];
    for (int d = 16; d; d >>= 1) {
        int o = __shfl_down_sync(mask, s, d);
        if ((int)(threadIdx.x & 31) + d < min(rest, 32)) s += o;
    }
    out[i] = b * 7u + (unsigned)s + (unsigned)__popc(mask);
}
extern "C" __global__ void shuffle_widths(const int* x, int* out)
{
    int v = x[GID], r = 0, lane = threadIdx.x & 31;
    r = r * 5 + __shfl_sync(FULL, v, lane + 5);
    r = r * 5 + __shfl_sync(FULL, v, 3, 4);
    r = r * 5 + __shfl_sync(FULL, v, lane * 7, 16);
    r = r * 5 + __shfl_sync(FULL, v, -2, 8);
    r = r * 5 + __shfl_up_sync(FULL, v, 3, 8);
    r = r * 5 + __shfl_up_sync(FULL, v, 1, 2);
    r = r * 5 + __shfl_up_sync(FULL, v, 17);
    r = r * 5 + __shfl_down_sync(FULL, v, 2, 4);
    r = r * 5 + __shfl_down_sync(FULL, v, 9, 16);
    r = r * 5 + __shfl_xor_sync(FULL, v, 5, 8);
    r = r * 5 + __shfl_xor_sync(FULL, v, 31);
    r = r * 5 + __shfl_xor_sync(FULL, v, 12, 4);
    r = r * 5 + __shfl_sync(FULL, v, 77, 1);
    out[GID] = r;
}
extern "C" __global__ void shuffle_types(const double* d, const long long* l, const float* f, double* od, long long* ol, float* of)
{
    int i = GID, lane = threadIdx.x & 31;
    od[i] = __shfl_xor_sync(FULL, d[i], 3) - __shfl_sync(FULL, d[i], 0);
    ol[i] = __shfl_down_sync(FULL, l[i] << 33 | i, 1) ^ __shfl_up_sync(FULL, l[i], 4, 16);
    of[i] = __shfl_sync(FULL, f[i], (lane * 5 + 1) & 31);
}
// shuffles inside both arms of a branch, each with its own mask
extern "C" __global__ void divergent_shuffles(const int* x, int* out)
{
    int lane = threadIdx.x & 31, v = x[GID], r;
    if (lane < 12) {
        r = __shfl_sync(0x00000fffu, v, (lane + 1) % 12);
        r += __shfl_xor_sync(0x00000fffu, v, 2) * 100;
    } else if (lane & 1) {
        r = __shfl_sync(0xaaaaa000u, v, 31 - (lane & 2));
        r -= __popc(__ballot_sync(0xaaaaa000u, v > 40));
    } else {
        r = v;
        for (int d = 2; d < 20; d <<= 1) {
            int o = __shfl_up_sync(0x55555000u, r, d);
            if (lane - d >= 12) r += o;
        }
    }
    __syncwarp();
    out[GID] = r + __shfl_xor_sync(FULL, r, 1);
}
// every lane leaves the loop in its own time; the survivors vote with who is left
extern "C" __global__ void survivors(const int* x, int* rounds, unsigned* trace)
{
    int v = x[GID] % 40, n = 0;
    unsigned alive = FULL, h = 0;
    while (true) {
        bool stay = v > n;
        unsigned next = __ballot_sync(alive, stay);
        h = h * 33 + __popc(next);
        if (!stay) break;
        alive = next;
        int s = __shfl_sync(alive, v, __ffs(alive) - 1);
        h ^= s;
        n += 3;
    }
    rounds[GID] = n;
    trace[GID] = h;
}
extern "C" __global__ void match_votes(const int* x, unsigned* any, unsigned* all, int* pred)
{
    int v = x[GID] % 6, p;
    unsigned m = __match_any_sync(FULL, v);
    any[GID] = m;
    unsigned a = __match_all_sync(FULL, GID / 32 % 2 ? 7 : v, &p);
    all[GID] = a;
    pred[GID] = p + 2 * (__popc(m) > 5);
    unsigned long long w = (unsigned long long)(v / 3) << 40;
    any[GID] ^= __match_any_sync(FULL, w) * 3;
}
extern "C" __global__ void partial_reduce_sync(const int* x, int* out)
{
    int lane = threadIdx.x & 31, v = x[GID], r;
    if (lane % 3 == 0) r = __reduce_add_sync(0x49249249u, v);
    else if (lane % 3 == 1) r = __reduce_max_sync(0x92492492u, v - 50);
    else r = (int)__reduce_xor_sync(0x24924924u, (unsigned)v);
    out[GID] = r;
}
// groups of lanes from a match, each group adds up its members in turn
extern "C" __global__ void sum_by_peers(const int* key, const int* val, int* out)
{
    int k = key[GID] % 5, v = val[GID], s = 0;
    unsigned peers = __match_any_sync(FULL, k);
    for (unsigned m = peers; m; m &= m - 1) s += __shfl_sync(peers, v, __ffs(m) - 1);
    out[GID] = s;
}
extern "C" __global__ void syncwarp_exchange(const int* x, int* out)
{
    __shared__ int s[128];
    int t = threadIdx.x, lane = t & 31;
    s[t] = x[GID];
    __syncwarp();
    int a = s[t ^ 9];
    __syncwarp();
    if (lane < 16) {
        s[t] = a * 2;
        __syncwarp(0x0000ffffu);
        a = s[t ^ 1];
    } else {
        s[t] = a + 1;
        __syncwarp(0xffff0000u);
        a += s[t ^ 6];
    }
    __syncwarp();
    out[GID] = a + s[t ^ 16];
}
extern "C" __global__ void active_mask_counts(const int* x, int* out)
{
    int r = 0;
    if (x[GID] > 1000) r = __popc(__activemask());       // nobody
    unsigned m = __ballot_sync(FULL, x[GID] & 4);
    if (x[GID] & 4) r += __popc(m & ((1u << (threadIdx.x & 31)) - 1));
    else r -= 1;
    out[GID] = r;
}
extern "C" __global__ void lane_registers(unsigned* out)
{
    unsigned lane, lt, le, gt, ge, eq, wid, nw, ct;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    asm("mov.u32 %0, %%ctaid.y;" : "=r"(wid));
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(nw));
    asm("mov.u32 %0, %%ntid.y;" : "=r"(ct));
    int t = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
    out[t] = lane ^ lt * 3 ^ le * 5 ^ gt * 7 ^ ge * 11 ^ eq * 13 ^ wid << 8 ^ nw << 16 ^ ct << 24;
}

// --------------------------------------------------------------- named barriers
// producers (warps 0, 1) fill a buffer and arrive; consumers (warps 2, 3) wait
extern "C" __global__ void named_barriers(const int* in, int* out, int rounds)
{
    __shared__ int buf[64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int r = 0; r < rounds; r++) {
            if (r > 0) asm volatile("bar.sync 2, 128;" ::: "memory");
            buf[t] = in[(blockIdx.x * rounds + r) * 64 + t] * 3;
            __threadfence_block();
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        }
    } else {
        int acc = 0;
        for (int r = 0; r < rounds; r++) {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            acc = acc * 2 + buf[(t - 64) ^ 5] + buf[127 - t];
            __threadfence_block();
            if (r + 1 < rounds) asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
        out[blockIdx.x * 64 + t - 64] = acc;
    }
}
// halves of a block with barriers of their own
extern "C" __global__ void half_block_barriers(const float* in, float* out)
{
    __shared__ float s[128];
    int t = threadIdx.x, half = t / 64, l = t % 64;
    s[t] = in[blockIdx.x * 128 + t];
    int turns = half ? 3 : 5;
    for (int k = 0; k < turns; k++) {
        asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
        float v = 0.5f * (s[half * 64 + (l + 1) % 64] + s[t]);
        asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
        s[t] = v;
    }
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[127 - t];
}
extern "C" __global__ void barrier_reductions_ptx(const int* in, int* out)
{
    int t = threadIdx.x, v = in[GID], c, a, o;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 50; barrier.sync 0; bar.red.popc.u32 %0, 3, p; }" : "=r"(c) : "r"(v) : "memory");
    asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 99; bar.red.and.pred q, 4, p; selp.s32 %0, 1, 0, q; }" : "=r"(a) : "r"(v) : "memory");
    asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 42; bar.red.or.pred q, 5, p; selp.s32 %0, 1, 0, q; }" : "=r"(o) : "r"(v) : "memory");
    out[GID] = c * 4 + a * 2 + o + t * 1000;
}
extern "C" __global__ void ptx_potpourri(const unsigned* a, const unsigned* b, unsigned* out, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned x = a[i], y = b[i], r[10];
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r[0]) : "r"(x), "r"(y), "r"(x >> 7));
    asm("prmt.b32 %0, %1, %2, 0x1357;" : "=r"(r[1]) : "r"(x), "r"(y));
    asm("bfe.u32 %0, %1, 5, 11;" : "=r"(r[2]) : "r"(x));
    asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r[3]) : "r"(x), "r"(y));
    asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(r[4]) : "r"(x), "r"(y), "r"(77u));
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r[5]) : "r"(x), "r"(y), "r"(i));
    asm("bfind.u32 %0, %1;" : "=r"(r[6]) : "r"(x));
    asm("{ .reg .pred p; setp.ge.u32 p, %1, %2; selp.b32 %0, %1, %2, p; @p xor.b32 %0, %0, 1; }" : "=&r"(r[7]) : "r"(x), "r"(y));
    asm("mul24.lo.u32 %0, %1, %2;" : "=r"(r[8]) : "r"(x), "r"(y));
    asm("bfe.s32 %0, %1, 20, 9;" : "=r"(r[9]) : "r"(x));
    for (int k = 0; k < 10; k++) out[i * 10 + k] = r[k];
}

// ----------------------------------------------------------- cooperative groups
extern "C" __global__ void cg_tile_widths(const int* x, int* out)
{
    auto b = cg::this_thread_block();
    auto t32 = cg::tiled_partition<32>(b);
    auto t8 = cg::tiled_partition<8>(t32);
    auto t4 = cg::tiled_partition<4>(b);
    int v = x[GID], r = 0;
    r += cg::reduce(t8, v, cg::plus<int>());
    r = r * 3 + cg::inclusive_scan(t4, v);
    r = r * 3 + cg::exclusive_scan(t32, v, cg::plus<int>());
    r = r * 3 + t8.shfl(v, 2) + t4.shfl_xor(v, 1) + t32.shfl_down(v, 3);
    r += t8.any(v > 95) + 2 * t8.all(v > 5) + (int)t4.ballot(v & 1) + t4.meta_group_rank() * 10 + t8.thread_rank();
    out[GID] = r;
}
extern "C" __global__ void cg_coalesced(const int* x, int* out)
{
    int v = x[GID];
    out[GID] = -1;
    if (v % 3) {
        auto g = cg::coalesced_threads();
        int s = cg::reduce(g, v, cg::plus<int>());
        out[GID] = s * 64 + g.size() + g.thread_rank() * 100000 + g.shfl(v, 0);
    }
}
extern "C" __global__ void cg_partition(const int* x, int* out)
{
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    int v = x[GID];
    auto g = cg::labeled_partition(w, v % 4);
    auto h = cg::binary_partition(w, v > 50);
    out[GID] = cg::reduce(g, v, cg::less<int>()) * 1000 + cg::reduce(h, v, cg::greater<int>()) + (int)g.size() * 7 + (int)h.thread_rank();
}
extern "C" __global__ void elect_and_lanes(int* out)
{
    unsigned leader, p;
    asm volatile("{ .reg .pred P; elect.sync %0|P, 0xffffffff; selp.u32 %1, 1, 0, P; }" : "=r"(leader), "=r"(p));
    // which lane is chosen is not specified, that exactly one is chosen is
    out[GID] = __popc(__ballot_sync(FULL, p)) * 10 + (__shfl_sync(FULL, (int)p, leader) == 1);
}
// Warp-wide 64-bit prefix products modulo a prime
extern "C" __global__ void warp_prefix_products(const unsigned* x, unsigned* out, unsigned p)
{
    unsigned long long v = x[GID] % p + 1;
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d += d) {
        unsigned long long o = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v = v * o % p;
    }
    out[GID] = (unsigned)v;
}
// recursive halving where only the lower half goes on
__device__ int tournament(int v, int width, unsigned mask)
{
    if (width == 1) return v;
    int h = width / 2, lane = threadIdx.x & 31;
    int o = __shfl_down_sync(mask, v, h, 32);
    if (lane >= h) return v;
    return tournament(max(v, o) * 3 - min(v, o), h, mask >> h);
}
extern "C" __global__ void shuffle_recursion(const int* x, int* out)
{
    out[GID] = tournament(x[GID], 32, FULL);
}
