// Protocols of a whole grid: last block done, decoupled look-back, grid barriers, chains, initialisation once, merges.
// Faulty kernels and their sound twins. A block that runs makes progress; that a block is started while others wait is
// certain only where all blocks are resident at once (132 multiprocessors x 32 blocks on an H200).
#include <cuda/atomic>

#define TX threadIdx.x
#define BX blockIdx.x
#define GRID gridDim.x
#define KERNEL extern "C" __global__ void
#define PART static __device__ __forceinline__ void
#define ALL 0xffffffffu
typedef unsigned long long u64;
template <bool F> PART fence() { if (F) __threadfence(); }

static __device__ __forceinline__ int block_sum(int v, int* s)     // blocks of 64
{
    s[TX] = v;
    __syncthreads();
    for (int h = 32; h > 0; h /= 2) {
        if (TX < h) s[TX] += s[TX + h];
        __syncthreads();
    }
    int sum = s[0];
    __syncthreads();
    return sum;
}

// ---- 1. the last block adds up the partial sums of all
template <class Partial, bool WRITER, bool READER> PART last_adds(const int* in, Partial partial, unsigned* count, int* out)
{
    __shared__ int s[64];
    __shared__ bool last;
    int sum = block_sum(in[BX * 64 + TX], s);
    if (TX == 0) {
        partial[BX] = sum;
        fence<WRITER>();
        last = atomicInc(count, GRID - 1) == GRID - 1;
        fence<READER>();
    }
    __syncthreads();
    if (last) {
        int total = block_sum(TX < GRID ? partial[TX] : 0, s);
        if (TX == 0) out[0] = total;
    }
}
// Race on partial: atomicInc is relaxed, nothing orders the plain sums before it.
KERNEL last_bare(const int* in, int* partial, unsigned* count, int* out) { last_adds<int*, false, false>(in, partial, count, out); }
// Race on partial: released but not acquired; plain reads behind a relaxed atomicInc. Works on today's hardware.
KERNEL last_writer_fence(const int* in, int* partial, unsigned* count, int* out) { last_adds<int*, true, false>(in, partial, count, out); }
// Race on partial: acquired but not released.
KERNEL last_reader_fence(const int* in, int* partial, unsigned* count, int* out) { last_adds<int*, false, true>(in, partial, count, out); }
// Sound: release pattern before the counter, acquire pattern behind it, the barrier carries it to the block.
KERNEL last_fences(const int* in, int* partial, unsigned* count, int* out) { last_adds<int*, true, true>(in, partial, count, out); }
// Race: strong (volatile) sums, but relaxed: the count may be seen before the sum (the guide's own warning).
KERNEL last_volatile_bare(const int* in, volatile int* partial, unsigned* count, int* out) { last_adds<volatile int*, false, false>(in, partial, count, out); }
// Sound by the CUDA guide, whose example this is: volatile sums, a fence before the counter; all accesses are strong.
KERNEL last_volatile_writer_fence(const int* in, volatile int* partial, unsigned* count, int* out) { last_adds<volatile int*, true, false>(in, partial, count, out); }

template <bool BARRIER> PART last_adds_many(const int* in, int* partial, unsigned* count, int* out)
{
    __shared__ bool last;
    partial[BX * 64 + TX] = in[BX * 64 + TX] * 3;
    if (BARRIER) __syncthreads();
    if (TX == 0) {
        __threadfence();
        last = atomicInc(count, GRID - 1) == GRID - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < GRID; b++) sum += partial[b * 64 + (TX ^ 1)];
        out[TX] = sum;
    }
}
// Race on partial: thread 0 fences before the others need have written; its fence releases only what causality put before it.
KERNEL last_many_no_barrier(const int* in, int* partial, unsigned* count, int* out) { last_adds_many<false>(in, partial, count, out); }
// Sound: the barrier first, then one fence for all (cumulativity).
KERNEL last_many_barrier(const int* in, int* partial, unsigned* count, int* out) { last_adds_many<true>(in, partial, count, out); }

template <cuda::thread_scope S> PART last_by_ref(const int* in, int* partial, unsigned* count, int* out, cuda::memory_order order)
{
    __shared__ bool last;
    partial[BX * 64 + TX] = in[BX * 64 + TX] * 3;
    __syncthreads();
    if (TX == 0) last = cuda::atomic_ref<unsigned, S>(*count).fetch_add(1, order) == GRID - 1;
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < GRID; b++) sum += partial[b * 64 + (TX ^ 1)];
        out[TX] = sum;
    }
}
// Sound: one read-modify-write of acquire and release, scope gpu.
KERNEL last_ref_acq_rel(const int* in, int* partial, unsigned* count, int* out) { last_by_ref<cuda::thread_scope_device>(in, partial, count, out, cuda::memory_order_acq_rel); }
// Race on partial: release only; the last block acquires nothing.
KERNEL last_ref_release(const int* in, int* partial, unsigned* count, int* out) { last_by_ref<cuda::thread_scope_device>(in, partial, count, out, cuda::memory_order_release); }
// Race on count and partial: scope block on a counter of all blocks.
KERNEL last_ref_block_scope(const int* in, int* partial, unsigned* count, int* out) { last_by_ref<cuda::thread_scope_block>(in, partial, count, out, cuda::memory_order_acq_rel); }

template <bool FIRST> PART last_resets(const int* in, int* partial, unsigned* count, int* out)
{
    if (TX != 0) return;
    if (FIRST && BX == 0) *count = 0;
    partial[BX] = in[BX];
    __threadfence();
    if (atomicAdd(count, 1) == GRID - 1) {
        __threadfence();
        int sum = 0;
        for (int b = 0; b < GRID; b++) sum += partial[b];
        out[0] = sum;
        if (!FIRST) *count = 0;
    }
}
// Race on count: block 0 clears it by a plain write while others may have added already.
KERNEL count_cleared_first(const int* in, int* partial, unsigned* count, int* out) { last_resets<true>(in, partial, count, out); }
// Sound: the last block clears it; all additions precede its own in observation order and so the write in causality.
KERNEL count_cleared_last(const int* in, int* partial, unsigned* count, int* out) { last_resets<false>(in, partial, count, out); }

// ---- 2. decoupled look-back: prefix sums of the blocks' sums; state 1: sum is there, state 2: prefix is there
template <class Word, bool POST, bool SEE, bool ONE_WORD> PART look_back(const int* in, Word sums, Word prefixes, volatile int* state, int* out)
{
    int sum = __reduce_add_sync(ALL, in[BX * 32 + TX]);
    if (TX != 0) return;
    Word second = ONE_WORD ? sums : prefixes;
    int before = 0;
    sums[BX] = sum;
    fence<POST>();
    state[BX] = 1;
    for (int b = (int)BX - 1; b >= 0; b--) {
        int seen;
        while ((seen = state[b]) == 0) {}
        fence<SEE>();
        before += seen == 2 ? second[b] : sums[b];
        if (seen == 2) break;
    }
    second[BX] = before + sum;
    fence<POST>();
    state[BX] = 2;
    out[BX] = before;
}
// Race on sums and prefixes: state and value are two words, and the volatile state orders nothing.
KERNEL look_back_bare(const int* in, int* sums, int* prefixes, volatile int* state, int* out) { look_back<int*, false, false, false>(in, sums, prefixes, state, out); }
// Race: all words volatile, yet relaxed; the state may be seen before the value it announces.
KERNEL look_back_volatile(const int* in, volatile int* sums, volatile int* prefixes, volatile int* state, int* out) { look_back<volatile int*, false, false, false>(in, sums, prefixes, state, out); }
// Race on sums and prefixes: the looking block has no acquire pattern.
KERNEL look_back_post_fence(const int* in, int* sums, int* prefixes, volatile int* state, int* out) { look_back<int*, true, false, false>(in, sums, prefixes, state, out); }
// Sound: release pattern at each state, acquire pattern at each look; 16 blocks are resident.
KERNEL look_back_fences(const int* in, int* sums, int* prefixes, volatile int* state, int* out) { look_back<int*, true, true, false>(in, sums, prefixes, state, out); }
// Race on sums: all fences are there, but the prefix overwrites the sum that a successor with state 1 still reads.
KERNEL look_back_one_word(const int* in, int* sums, int* prefixes, volatile int* state, int* out) { look_back<int*, true, true, true>(in, sums, prefixes, state, out); }

template <bool TICKET> PART look_back_packed(const int* in, u64* box, unsigned* ticket, int* out)
{
    unsigned me = BX;
    if (TICKET) {
        if (TX == 0) me = atomicAdd(ticket, 1);
        me = __shfl_sync(ALL, me, 0);
    }
    int sum = __reduce_add_sync(ALL, in[me * 32 + TX]);
    if (TX != 0) return;
    unsigned before = 0;
    atomicExch(&box[me], (1ull << 32) | (unsigned)sum);
    for (int b = (int)me - 1; b >= 0; b--) {
        u64 seen;
        while ((seen = *(volatile u64*)&box[b]) == 0) {}
        before += (unsigned)seen;
        if (seen >> 33) break;
    }
    atomicExch(&box[me], (2ull << 32) | (before + sum));
    out[me] = before;
}
// Packed in 64 bits no fence is needed (single-copy atomicity). Waits for the block of the lower blockIdx: sound where all
// blocks are resident (16); a hang with 8,448, as nothing promises that blocks are started in the order of blockIdx.
KERNEL look_back_by_index(const int* in, u64* box, unsigned* ticket, int* out) { look_back_packed<false>(in, box, ticket, out); }
// Sound with any grid: whoever holds a lower ticket has been started, and what has been started makes progress.
KERNEL look_back_by_ticket(const int* in, u64* box, unsigned* ticket, int* out) { look_back_packed<true>(in, box, ticket, out); }

// ---- 3. grid barriers
template <bool BEFORE, bool FENCES, bool AFTER> PART grid_barrier(unsigned* count, unsigned goal)
{
    if (BEFORE) __syncthreads();
    if (TX == 0) {
        fence<FENCES>();
        atomicAdd(count, 1);
        while (*(volatile unsigned*)count < goal) {}
        fence<FENCES>();
    }
    if (AFTER) __syncthreads();
}
template <bool BEFORE, bool FENCES, bool AFTER> PART two_phases(const int* in, int* mid, unsigned* count, int* out)
{
    unsigned i = BX * blockDim.x + TX, n = GRID * blockDim.x;
    mid[i] = in[i] * 3 + 1;
    grid_barrier<BEFORE, FENCES, AFTER>(count, GRID);
    out[i] = mid[n - 1 - i] - mid[(i + blockDim.x) % n];
}
// Barrier, fence, count, poll, fence, barrier. Sound with 16 blocks, all resident. A hang with 8,448: those that poll keep
// the multiprocessors, and the others are never started (no progress guaranteed before a block's first step).
KERNEL grid_counter(const int* in, int* mid, unsigned* count, int* out) { two_phases<true, true, true>(in, mid, count, out); }
// Race on mid: counter and poll are relaxed; __syncthreads orders the own block only.
KERNEL grid_counter_no_fence(const int* in, int* mid, unsigned* count, int* out) { two_phases<true, false, true>(in, mid, count, out); }
// Race on mid: thread 0 counts its block in while other warps may not have written yet.
KERNEL grid_counter_no_barrier_before(const int* in, int* mid, unsigned* count, int* out) { two_phases<false, true, true>(in, mid, count, out); }
// Race on mid: thread 0 waits, the rest of the block goes on at once.
KERNEL grid_counter_no_barrier_after(const int* in, int* mid, unsigned* count, int* out) { two_phases<true, true, false>(in, mid, count, out); }
// A hang with 1,056 blocks of one warp: 48 KB of shared memory let 4 blocks share a multiprocessor, 528 the machine.
KERNEL grid_counter_fat(const int* in, int* mid, unsigned* count, int* out)
{
    __shared__ int room[12288];
    for (int j = TX; j < 12288; j += blockDim.x) room[j] = j + in[TX];
    two_phases<true, true, true>(in, mid, count, out);
    out[BX * blockDim.x + TX] += room[(out[BX * blockDim.x + TX] & 255) * 32 + TX];
}
// Hang: only the blocks that have work arrive (those below n), the others wait all the same, for a count of all.
// Sound where n is the number of blocks.
KERNEL grid_counter_some_arrive(const int* in, int* mid, unsigned* count, int* out, int n)
{
    unsigned i = BX * blockDim.x + TX;
    if (BX < n) mid[i] = in[i] + 2;
    __syncthreads();
    if (TX == 0) {
        __threadfence();
        if (BX < n) atomicAdd(count, 1);
        while (*(volatile unsigned*)count < GRID) {}
        __threadfence();
    }
    __syncthreads();
    out[i] = mid[TX];
}

enum { GENERATION, RESET_LATE, WAIT_FOR_ZERO };
template <int FORM> PART rounds(int* mid, unsigned* count, volatile unsigned* generation, int* out, int n)
{
    int v = BX + 1;
    if (TX != 0) return;
    for (int k = 0; k < n; k++) {
        mid[(k & 1) * GRID + BX] = v;
        __threadfence();
        if (FORM == WAIT_FOR_ZERO) {
            if (atomicAdd(count, 1) == GRID - 1) atomicExch(count, 0);
            else while (*(volatile unsigned*)count != 0) {}
        } else {
            unsigned mine = *generation;
            __threadfence();
            if (atomicAdd(count, 1) == GRID - 1) {
                if (FORM == GENERATION) atomicExch(count, 0);
                __threadfence();
                *generation = mine + 1;
                if (FORM == RESET_LATE) atomicExch(count, 0);
            } else while (*generation == mine) {}
        }
        __threadfence();
        v = v * 2 + mid[(k & 1) * GRID + (BX + 1) % GRID];
    }
    out[BX] = v;
}
// The last to come clears the counter, then opens the next generation. Sound with 16 resident blocks: release and acquire
// patterns through counter and generation. A hang with 8,448 blocks, which are never resident together.
KERNEL grid_generation(int* mid, unsigned* count, volatile unsigned* generation, int* out, int n) { rounds<GENERATION>(mid, count, generation, out, n); }
// Hang: the counter is cleared after the generation is open; arrivals of the next round in between are lost for ever.
// Nothing guarantees that the clearing comes first.
KERNEL grid_reset_late(int* mid, unsigned* count, volatile unsigned* generation, int* out, int n) { rounds<RESET_LATE>(mid, count, generation, out, n); }
// Hang: all wait until the counter is zero, but a fast block may count up again before a slow one has looked; then the
// slow one never arrives. Nothing guarantees that everybody looks in time.
KERNEL grid_wait_for_zero(int* mid, unsigned* count, volatile unsigned* generation, int* out, int n) { rounds<WAIT_FOR_ZERO>(mid, count, generation, out, n); }

// ---- 4. block after block, from the last to the first
// Sound with 16 resident blocks; a hang with 8,448: the first ones started wait for one that is not resident.
KERNEL chain_backwards(const int* in, int* carry, int* turn, int* out)
{
    int v = in[BX * 32 + TX];
    if (BX + 1 < GRID) {
        while (atomicAdd(&turn[BX + 1], 0) == 0) {}
        __threadfence();
        v += carry[(BX + 1) * 32 + TX];
        __syncwarp();
    }
    carry[BX * 32 + TX] = v & 0xffff;
    __syncwarp();
    if (TX == 0) { __threadfence(); atomicExch(&turn[BX], 1); }
    out[BX * 32 + TX] = v;
}

// ---- 5. initialised once, by whoever comes first (double-checked)
template <bool VOLATILE, bool WRITER, bool READER> PART once(const int* in, int* table, int* ready, int* lock, int* out)
{
    if (TX == 0) {
        int seen = VOLATILE ? *(volatile int*)ready : *ready;
        fence<READER>();
        if (!seen) {
            while (atomicCAS(lock, 0, 1) != 0) {}
            __threadfence();
            if (*(volatile int*)ready == 0) {
                for (int j = 0; j < 32; j++) table[j] = in[j] * j;
                fence<WRITER>();
                *(volatile int*)ready = 1;
            }
            __threadfence();
            atomicExch(lock, 0);
        }
    }
    __syncthreads();
    out[BX * blockDim.x + TX] = table[TX % 32];
}
// Race on ready: the first check is a plain read beside the write of another block.
KERNEL once_plain_check(const int* in, int* table, int* ready, int* lock, int* out) { once<false, true, true>(in, table, ready, lock, out); }
// Race on table: who finds ready set at the first, volatile check goes on without an acquire pattern.
KERNEL once_no_acquire(const int* in, int* table, int* ready, int* lock, int* out) { once<true, true, false>(in, table, ready, lock, out); }
// Race on table: ready is set without a fence between; the fence of the unlock comes too late for the first check.
KERNEL once_no_release(const int* in, int* table, int* ready, int* lock, int* out) { once<true, false, true>(in, table, ready, lock, out); }
// Sound: both patterns, and the lock's own fences for those who lost.
KERNEL once_fences(const int* in, int* table, int* ready, int* lock, int* out) { once<true, true, true>(in, table, ready, lock, out); }

// ---- 6. a histogram in shared memory, merged into the global one
template <bool CLEARED, bool COUNTED> PART histogram(const int* in, int* bins)
{
    __shared__ int mine[128];
    mine[TX] = 0;
    if (CLEARED) __syncthreads();
    for (int j = 0; j < 4; j++) atomicAdd(&mine[in[(BX * 4 + j) * 128 + TX] & 127], 1);
    if (COUNTED) __syncthreads();
    atomicAdd(&bins[TX], mine[TX]);
}
// Race on the shared bins: plain reads of the merge beside atomics of other warps; bar.sync is missing.
KERNEL histogram_no_barrier_merge(const int* in, int* bins) { histogram<true, false>(in, bins); }
// Race on the shared bins: plain zeros beside atomics of other warps; bar.sync is missing.
KERNEL histogram_no_barrier_clear(const int* in, int* bins) { histogram<false, true>(in, bins); }
// Sound: a barrier after clearing and one after counting; the merge is atomic.
KERNEL histogram_barriers(const int* in, int* bins) { histogram<true, true>(in, bins); }
