// Atomics, locks, flags, fences.
#define GID (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned long long u64;

extern "C" __global__ void atomic_zoo_global(int* i, unsigned* u, const int* x, int n)
{
    int t = GID;
    if (t >= n) return;
    int v = x[t];
    atomicAdd(&i[0], v); atomicSub(&i[1], v); atomicMin(&i[2], -v); atomicMax(&i[3], v);
    atomicAnd(&i[4], v | 3); atomicOr(&i[5], v & 0x5555); atomicXor(&i[6], v * 77); atomicMax(&i[7], v - 200);
    atomicInc(&u[0], 16); atomicDec(&u[1], 9); atomicMax(&u[2], (unsigned)v * 3000u); atomicMin(&u[3], (unsigned)-v);
    atomicExch(&u[4], 5u); atomicCAS(&u[5], 0u, 8u);
}
extern "C" __global__ void atomic_zoo_shared(int* out, const int* x, int n)
{
    __shared__ int s[8];
    __shared__ unsigned w[4];
    int t = threadIdx.x;
    if (t < 8) s[t] = t == 4 ? -1 : 0;
    if (t < 4) w[t] = t == 3 ? 4000000000u : 0u;
    __syncthreads();
    for (int k = GID; k < n; k += gridDim.x * blockDim.x) {
        int v = x[k];
        atomicAdd(s, v); atomicSub(s + 1, 2 * v); atomicMin(s + 2, 5 - v); atomicMax(s + 3, v);
        atomicAnd(s + 4, ~(1 << (v & 15))); atomicOr(s + 5, 1 << (v & 31)); atomicXor(s + 6, v << 5);
        atomicInc(w, 6u); atomicDec(w + 1, 30u); atomicMax(w + 2, (unsigned)v); atomicMin(w + 3, (unsigned)v + 9u);
    }
    __syncthreads();
    if (t < 8) out[blockIdx.x * 12 + t] = s[t];
    if (t < 4) out[blockIdx.x * 12 + 8 + t] = (int)w[t];
}
extern "C" __global__ void atomic_zoo_64(u64* g, long long* sg, const long long* x, int n)
{
    __shared__ u64 s[4];
    int t = threadIdx.x;
    if (t < 4) s[t] = 0;
    __syncthreads();
    int i = GID;
    if (i < n) {
        u64 v = (u64)x[i] * 0x100000001ull;
        atomicAdd(&s[0], v); atomicMax(&s[1], v); atomicXor(&s[2], v << 7); atomicOr(&s[3], 1ull << (v & 63));
        atomicMin(&sg[0], x[i] * -4000000000ll); atomicMax(&sg[1], x[i] * 4000000000ll); atomicAnd(&g[4], ~(1ull << (x[i] % 64)));
    }
    __syncthreads();
    if (t < 4) {
        if (t == 0) atomicAdd(&g[0], s[0]);
        if (t == 1) atomicMax(&g[1], s[1]);
        if (t == 2) atomicXor(&g[2], s[2]);
        if (t == 3) atomicOr(&g[3], s[3]);
    }
}
extern "C" __global__ void atomic_float_sum(const float* x, float* sum, double* dsum, int n)
{
    __shared__ float fs;
    __shared__ double ds;
    if (threadIdx.x == 0) { fs = 0.f; ds = 0.0; }
    __syncthreads();
    if (GID < n) { atomicAdd(&fs, x[GID]); atomicAdd(&ds, (double)x[GID]); }
    __syncthreads();
    if (threadIdx.x == 0) { atomicAdd(sum, fs); atomicAdd(dsum, ds); }
}
// whole numbers in floating point: exact in any order
extern "C" __global__ void atomic_float_exact(const int* x, float* sum, double* dsum, int n)
{
    int t = GID;
    if (t < n) { atomicAdd(&sum[t & 1], (float)x[t]); atomicAdd(&dsum[t % 3], x[t] * 0.25); }
}
// the CAS loop from the programming guide
__device__ double atomic_max_double(double* addr, double val)
{
    u64* a = (u64*)addr;
    u64 old = *a, assumed;
    do {
        assumed = old;
        if (__longlong_as_double(assumed) >= val) break;
        old = atomicCAS(a, assumed, __double_as_longlong(val));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ float atomic_min_float(float* addr, float v)
{
    return v >= 0 ? __int_as_float(atomicMin((int*)addr, __float_as_int(v))) : __uint_as_float(atomicMax((unsigned*)addr, __float_as_uint(v)));
}
extern "C" __global__ void cas_loops(const double* x, double* mx, float* mn, unsigned* sat, unsigned short* half_slots, int n)
{
    int t = GID;
    if (t >= n) return;
    atomic_max_double(mx, x[t]);
    atomic_min_float(mn, (float)x[t]);
    // saturating counter
    unsigned old = *(volatile unsigned*)sat, seen;
    do {
        seen = old;
        unsigned want = seen + 3 > 100 ? 100 : seen + 3;
        old = atomicCAS(sat, seen, want);
    } while (old != seen);
    // 16-bit CAS
    unsigned short cur = 0, prev;
    unsigned short* slot = &half_slots[t % 7];
    while ((prev = atomicCAS(slot, cur, (unsigned short)(cur + 2))) != cur) cur = prev;
}
extern "C" __global__ void exchange_chain(unsigned* head, unsigned* next, int n)
{
    // every thread pushes itself on a list: the links depend on the order
    int t = GID;
    if (t < n) next[t] = atomicExch(head, t + 1);
}
// positions by atomicAdd, then sorted away: the sum is all that is kept
extern "C" __global__ void ring_buffer_tickets(const int* x, int* slots, unsigned* tail, u64* sum, int n)
{
    int t = GID;
    if (t < n) {
        unsigned p = atomicAdd(tail, 1u);
        slots[p] = x[t];
        atomicAdd(sum, (u64)x[t]);
    }
}

// a lock for each of a few bins; thread zero of the block only
extern "C" __global__ void spin_lock_blocks(int* lock, volatile int* shared_total, const int* x, int per)
{
    if (threadIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < per; k++) s += x[blockIdx.x * per + k];
        while (atomicCAS(lock, 0, 1) != 0) { }
        __threadfence();
        shared_total[0] += s;
        shared_total[1] = max(shared_total[1], s);
        shared_total[2]++;
        __threadfence();
        atomicExch(lock, 0);
    }
}
// within a warp: try, work, release inside the loop body, so that nobody waits for a sleeping neighbour
extern "C" __global__ void spin_lock_threads(int* locks, volatile int* balance, const int* who, const int* amount, int n)
{
    int t = GID;
    if (t >= n) return;
    int a = who[t];
    bool done = false;
    while (!done) {
        if (atomicCAS(&locks[a], 0, 1) == 0) {
            __threadfence();
            balance[a] = balance[a] + amount[t];
            __threadfence();
            atomicExch(&locks[a], 0);
            done = true;
        }
    }
}
// two locks in ascending order: money from one account to another, overdraft allowed
extern "C" __global__ void bank_transfers(int* locks, volatile int* acc, const int* from, const int* to, const int* sum, int n)
{
    __shared__ int turn;
    if (threadIdx.x == 0) turn = 0;
    __syncthreads();
    int t = threadIdx.x;
    if (t < n && from[t] != to[t]) {
        int a = min(from[t], to[t]), b = max(from[t], to[t]);
        for (bool ok = false; !ok;) {
            if (atomicCAS(locks + a, 0, 1) == 0) {
                if (atomicCAS(locks + b, 0, 1) == 0) {
                    __threadfence();
                    acc[from[t]] -= sum[t];
                    acc[to[t]] += sum[t];
                    __threadfence();
                    atomicExch(locks + b, 0);
                    ok = true;
                }
                atomicExch(locks + a, 0);
            }
        }
    }
    __syncthreads();
    if (t == 0) turn = 1;
}
// ticket lock in shared memory, one thread per warp contends
extern "C" __global__ void ticket_lock(int* order_sum, int* out, int rounds)
{
    __shared__ unsigned next, serving;
    __shared__ int value;
    int w = threadIdx.x / 32;
    if (threadIdx.x == 0) { next = 0; serving = 0; value = 1; }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        for (int r = 0; r < rounds; r++) {
            unsigned my = atomicAdd(&next, 1u);
            while (atomicAdd(&serving, 0u) != my) __nanosleep(10);
            __threadfence_block();
            *(volatile int*)&value = *(volatile int*)&value + w + 1;
            __threadfence_block();
            atomicAdd(&serving, 1u);
        }
    __syncthreads();
    if (threadIdx.x == 0) { out[blockIdx.x] = value; atomicAdd(order_sum, (int)serving); }
}
// a relay through a few blocks: block b waits for the flag of block b - 1
extern "C" __global__ void relay_blocks(int* data, volatile int* flag, int n)
{
    if (blockIdx.x > 0) {
        if (threadIdx.x == 0) while (flag[blockIdx.x - 1] == 0) { }
        __syncthreads();
        __threadfence();
    }
    volatile int* d = data;
    for (int i = threadIdx.x; i < n; i += blockDim.x) d[i] = d[i] * 2 + blockIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) flag[blockIdx.x] = 1;
}
// producer block and consumer block with release and acquire
extern "C" __global__ void release_acquire(const int* in, int* box, int* flag, int* out, int n)
{
    if (blockIdx.x == 1) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) box[i] = in[i] * in[i] + 1;
        __syncthreads();
        if (threadIdx.x == 0) asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
        if (threadIdx.x == 0) {
            int f;
            do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(f) : "l"(flag) : "memory"); while (!f);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = *(volatile int*)&box[n - 1 - i];
    }
}
// barrier for a grid of few blocks, sense by generation
__device__ void grid_barrier(unsigned* count, volatile unsigned* gen, unsigned blocks)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned g = *gen;
        __threadfence();
        if (atomicAdd(count, 1u) == blocks - 1) {
            *count = 0;
            __threadfence();
            *gen = g + 1;
        } else while (*gen == g) { }
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void grid_barrier_smooth(volatile int* a, volatile int* b, unsigned* count, unsigned* gen, int n, int rounds)
{
    int i = GID;
    for (int r = 0; r < rounds; r++) {
        if (i < n) b[i] = (a[(i + 1) % n] + a[(i + n - 1) % n] + a[i]) / 3;
        grid_barrier(count, gen, gridDim.x);
        if (i < n) a[i] = b[i] + (i & 1);
        grid_barrier(count, gen, gridDim.x);
    }
}
// work stealing from a global counter; results are by item, so deterministic
extern "C" __global__ void work_queue(unsigned* next, int* result, int items)
{
    __shared__ unsigned item;
    for (;;) {
        if (threadIdx.x == 0) item = atomicAdd(next, 1u);
        __syncthreads();
        unsigned it = item;
        __syncthreads();
        if (it >= items) return;
        int acc = 0;
        for (unsigned k = threadIdx.x; k <= it * 5; k += blockDim.x) acc += k * k % 11;
        for (int d = 16; d; d >>= 1) acc += __shfl_xor_sync(~0u, acc, d);
        if (threadIdx.x == 0) result[it] = acc;
    }
}
extern "C" __global__ void block_votes(const int* x, int* out, int n)
{
    int i = GID, v = i < n ? x[i] : -1;
    int odd = __syncthreads_count(v & 1), neg = __syncthreads_or(v < 0), small = __syncthreads_and(v < 100);
    out[i] = odd * 100 + (neg != 0) * 10 + (small != 0);
}
extern "C" __global__ void cache_hints(const float* a, float* b, const int* c, int* d, const double2* e, double2* f, int n)
{
    int i = GID;
    if (i >= n) return;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(a + i));
    asm volatile("prefetch.global.L1 [%0];" ::"l"(c + i));
    float v = __ldg(a + i) + __ldcs(a + (i + 1) % n) + __ldcg(a + (i + 2) % n) + __ldca(a + (i + 3) % n);
    __stcs(b + i, v);
    int w = __ldcv(c + i) + __ldlu(c + (i + 5) % n);
    __stcg(d + i, w);
    double2 q = __ldg(e + i);
    q.x += 1.0;
    __stwt(&f[i].x, q.x);
    __stwb(&f[i].y, q.y);
}
extern "C" __global__ void volatile_histogram_turns(const unsigned char* x, int* bins, int n)
{
    // one thread after another inside the warp, the slowest correct histogram
    volatile __shared__ int h[16];
    if (threadIdx.x < 16) h[threadIdx.x] = 0;
    __syncthreads();
    for (int base = 0; base < n; base += blockDim.x)
        for (int turn = 0; turn < blockDim.x; turn++) {
            if (turn == threadIdx.x && base + turn < n) h[x[base + turn] & 15] = h[x[base + turn] & 15] + 1;
            __syncthreads();
        }
    if (threadIdx.x < 16) bins[threadIdx.x] = h[threadIdx.x];
}
extern "C" __global__ void clock_not_used(const int* x, int* out, int n)
{
    long long t0 = clock64();
    int i = GID, v = 0;
    if (i < n) v = x[i] * 3 + 1;
    long long t1 = clock64();
    unsigned c = clock();
    if (i < n) out[i] = v + (t1 < t0 ? 1000000 : 0) + (c == 0 && t0 < 0 ? 1 : 0);
}
