// Atomics by other names: cuda::atomic_ref with scopes and orders, inline PTX, compiler built-ins, generic addresses.
#include <cuda/atomic>

typedef unsigned long long u64;

#define I ((int)(blockIdx.x * blockDim.x + threadIdx.x))

// Counts and sums through references of device scope, relaxed.
extern "C" __global__ void ref_relaxed(const int* __restrict__ x, int* words, int k, int n)
{
    int i = I;
    if (i >= n) return;
    cuda::atomic_ref<int, cuda::thread_scope_device> count(words[0]);
    count.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(words[1 + i % k]);
    sum.fetch_add(x[i], cuda::memory_order_relaxed);
}

// One counter for each memory order.
extern "C" __global__ void ref_orders(unsigned* words, unsigned* sum, int n)
{
    int i = I;
    if (i >= n) return;
    unsigned got = 0;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> a(words[0]), b(words[1]), c(words[2]), d(words[3]);
    got += a.fetch_add(1u, cuda::memory_order_acquire);
    got += b.fetch_add(2u, cuda::memory_order_release);
    got += c.fetch_add(3u, cuda::memory_order_acq_rel);
    got += d.fetch_add(4u, cuda::memory_order_seq_cst);
    atomicAdd(sum, got);
}

// Block, device and system scope; extremes and bits.
extern "C" __global__ void ref_scopes(const int* __restrict__ x, int* block_words, int* words, int n)
{
    int i = I;
    if (i >= n) return;
    cuda::atomic_ref<int, cuda::thread_scope_block> mine(block_words[blockIdx.x * 8 + (threadIdx.x & 7)]);
    mine.fetch_max(x[i], cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> low(words[0]);
    low.fetch_min(-x[i], cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_system> bits(words[1]);
    bits.fetch_or(x[i], cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_system> parity(words[2]);
    parity.fetch_xor(x[i], cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> common(words[3]);
    common.fetch_and(x[i] | 64, cuda::memory_order_relaxed);
}

// References to shared memory, block scope, and a plain store and load at the ends.
extern "C" __global__ void ref_shared(const int* __restrict__ x, int* out, int k, int n)
{
    __shared__ int words[64];
    if (threadIdx.x < 64) {
        cuda::atomic_ref<int, cuda::thread_scope_block> w(words[threadIdx.x]);
        w.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    int i = I;
    if (i < n) {
        cuda::atomic_ref<int, cuda::thread_scope_block> w(words[x[i] % k]);
        w.fetch_add(x[i] / k + 1, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (threadIdx.x < k) {
        cuda::atomic_ref<int, cuda::thread_scope_block> w(words[threadIdx.x]);
        out[blockIdx.x * k + threadIdx.x] = w.load(cuda::memory_order_relaxed);
    }
}

// Each thread's own word is raised by a strong compare-and-exchange, which cannot fail twice.
extern "C" __global__ void ref_exchange_alone(u64* words, int n)
{
    int i = I;
    if (i >= n) return;
    cuda::atomic_ref<u64, cuda::thread_scope_device> w(words[i]);
    u64 expected = 0;
    while (!w.compare_exchange_strong(expected, expected * 5 + 3, cuda::memory_order_relaxed)) {}
}

// Floats, doubles and 64-bit words through references, whole numbers.
extern "C" __global__ void ref_wide(const int* __restrict__ x, float* f, double* d, u64* u, int k, int n)
{
    int i = I;
    if (i >= n) return;
    cuda::atomic_ref<float, cuda::thread_scope_device> rf(f[i % k]);
    rf.fetch_add((float)x[i], cuda::memory_order_relaxed);
    cuda::atomic_ref<double, cuda::thread_scope_device> rd(d[i % k]);
    rd.fetch_add((double)x[i], cuda::memory_order_relaxed);
    cuda::atomic_ref<u64, cuda::thread_scope_device> ru(u[i % k]);
    ru.fetch_max((u64)x[i] << 33, cuda::memory_order_relaxed);
}

// An atomic object in shared memory that counts arrivals; the values that were handed out are summed up.
extern "C" __global__ void atomic_object(unsigned* sums, unsigned* counts)
{
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0) new (&arrived) cuda::atomic<unsigned, cuda::thread_scope_block>(0u);
    __syncthreads();
    unsigned mine = arrived.fetch_add(1u, cuda::memory_order_relaxed);
    atomicAdd(sums + blockIdx.x, mine);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = arrived.load(cuda::memory_order_relaxed);
}

// A message with release and acquire inside of a block: the last to arrive reads what all have written.
extern "C" __global__ void last_arrival(const int* __restrict__ x, int* board, int* out)
{
    __shared__ int arrived;
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    int t = threadIdx.x;
    board[blockIdx.x * blockDim.x + t] = x[blockIdx.x * blockDim.x + t] * 3;
    cuda::atomic_ref<int, cuda::thread_scope_block> a(arrived);
    if (a.fetch_add(1, cuda::memory_order_acq_rel) == (int)blockDim.x - 1) {
        int sum = 0;
        for (int k = 0; k < (int)blockDim.x; ++k) sum += ((volatile int*)board)[blockIdx.x * blockDim.x + k];
        out[blockIdx.x] = sum;
    }
}

// Reductions in PTX, every operation on 32-bit words.
extern "C" __global__ void ptx_reds(const unsigned* __restrict__ x, unsigned* words, int k, int n)
{
    int i = I;
    if (i >= n) return;
    unsigned v = x[i];
    unsigned* w = words + (i % k) * 8;
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(w), "r"(v) : "memory");
    asm volatile("red.global.max.u32 [%0], %1;" ::"l"(w + 1), "r"(v) : "memory");
    asm volatile("red.global.min.s32 [%0], %1;" ::"l"(w + 2), "r"(0u - v) : "memory");
    asm volatile("red.global.and.b32 [%0], %1;" ::"l"(w + 3), "r"(v) : "memory");
    asm volatile("red.global.or.b32 [%0], %1;" ::"l"(w + 4), "r"(v) : "memory");
    asm volatile("red.global.xor.b32 [%0], %1;" ::"l"(w + 5), "r"(v) : "memory");
    asm volatile("red.global.inc.u32 [%0], %1;" ::"l"(w + 6), "r"(12u) : "memory");
    asm volatile("red.global.dec.u32 [%0], %1;" ::"l"(w + 7), "r"(12u) : "memory");
}

// Reductions in PTX with orders and scopes, 64 bits and floats.
extern "C" __global__ void ptx_reds_wide(const int* __restrict__ x, u64* wide, float* f, unsigned* words, int n)
{
    int i = I;
    if (i >= n) return;
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(wide + i % 3), "l"((u64)x[i] << 16) : "memory");
    asm volatile("red.relaxed.cta.global.or.b64 [%0], %1;" ::"l"(wide + 4 + blockIdx.x), "l"(1ull << (x[i] & 63)) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(f + (i & 1)), "f"((float)x[i]) : "memory");
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(words) : "memory");
    asm volatile("red.relaxed.sys.global.max.u32 [%0], %1;" ::"l"(words + 1), "r"(x[i]) : "memory");
}

// Atomics in PTX that return: an exchange of a private word, and numbers whose sum is known.
extern "C" __global__ void ptx_atoms(unsigned* private_words, unsigned* next, unsigned* sum, int n)
{
    int i = I;
    if (i >= n) return;
    unsigned old, number;
    asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(private_words + i), "r"(i) : "memory");
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(number) : "l"(next + (i & 3)), "r"(2) : "memory");
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(sum), "r"(old + number) : "memory");
}

// Atomics in PTX on shared memory: add, inc and compare-and-swap with one winner a warp.
extern "C" __global__ void ptx_shared(unsigned* out)
{
    __shared__ unsigned words[3 + 32];
    for (int w = threadIdx.x; w < 35; w += blockDim.x) words[w] = 0;
    __syncthreads();
    unsigned base = (unsigned)__cvta_generic_to_shared(words), old;
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(base), "r"(threadIdx.x) : "memory");
    asm volatile("red.shared.inc.u32 [%0], 20;" ::"r"(base + 4) : "memory");
    asm volatile("atom.shared.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "r"(base + 12 + 4 * (threadIdx.x / 32)) : "memory");
    if (old == 0) asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(base + 8) : "memory");
    __syncthreads();
    if (threadIdx.x < 3) out[blockIdx.x * 3 + threadIdx.x] = words[threadIdx.x];
}

// Only some lanes, by a predicate inside of the assembly.
extern "C" __global__ void ptx_predicated(const int* __restrict__ x, int* words, int limit, int n)
{
    int i = I;
    if (i >= n) return;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, %2; @p red.global.add.s32 [%0], %1; @!p red.global.add.s32 [%0+128], 1; }"
                 ::"l"(words + (i & 7)), "r"(x[i]), "r"(limit) : "memory");
}

// The address is generic: some lanes meet in shared memory and others in global memory.
extern "C" __global__ void generic_mixed(const int* __restrict__ x, int* words, int n)
{
    __shared__ int mine[4];
    if (threadIdx.x < 4) mine[threadIdx.x] = 0;
    __syncthreads();
    int i = I;
    if (i < n) {
        int* p = x[i] % 2 ? mine : words;
        atomicAdd(p + (x[i] & 3), x[i]);
    }
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(words + 4 + threadIdx.x, mine[threadIdx.x]);
}

// The address is generic, and all of a block go to shared or all to global memory.
extern "C" __global__ void generic_uniform(const int* __restrict__ x, int* words, int k)
{
    __shared__ int mine[32];
    if (threadIdx.x < 32) mine[threadIdx.x] = 0;
    __syncthreads();
    int* p = blockIdx.x % 2 ? mine : words;
    atomicMax(p + threadIdx.x % k, x[I]);
    __syncthreads();
    if (blockIdx.x % 2 && threadIdx.x < k) atomicMax(words + 32 + threadIdx.x, mine[threadIdx.x]);
}

// The compiler's built-in functions with order and scope.
extern "C" __global__ void builtins(const int* __restrict__ x, int* words, int* seen, int n)
{
    int i = I;
    if (i >= n) return;
    __nv_atomic_fetch_add(words + (i % 5), x[i], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(words + 5, x[i], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    int expected = 0;
    __nv_atomic_compare_exchange_n(seen + i, &expected, x[i] + 1, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ unsigned module_hits[4];
__device__ unsigned module_done;

// Counters that belong to the module; the last thread to come copies them out and clears them.
extern "C" __global__ void module_counters(const int* __restrict__ x, unsigned* out)
{
    atomicAdd(&module_hits[x[I] & 3], 1u);
    __threadfence();
    if (atomicAdd(&module_done, 1u) == gridDim.x * blockDim.x - 1) {
        for (int k = 0; k < 4; ++k) out[k] = atomicExch(&module_hits[k], 0u);
        atomicExch(&module_done, 0u);
    }
}

struct __align__(16) Quad { unsigned a, b, c, d; };

// Words of 128 bits are exchanged, each thread its own.
extern "C" __global__ void quad_exchange(const unsigned* __restrict__ x, Quad* words, unsigned* out, int n)
{
    int i = I;
    if (i >= n) return;
    Quad q = {x[i], (unsigned)i, 7u, ~x[i]};
    Quad old = atomicExch(words + i, q);
    out[i] = old.a + 2 * old.b + 3 * old.c + 4 * old.d;
}
