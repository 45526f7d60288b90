// Messages between threads: data, a flag, and what has to stand between the two. Faulty kernels and their sound twins.
// Rules are those of the PTX memory model: a race is two overlapping operations, one of them a write, that causality
// does not order and that are not both strong, of scopes that include each other, and of the same bytes.
#include <cuda/atomic>

#define TX threadIdx.x
#define BX blockIdx.x
#define KERNEL extern "C" __global__ void
#define PART static __device__ __forceinline__ void

enum { NONE, BLOCK, DEVICE };
template <int F> PART fence()
{
    if (F == BLOCK) __threadfence_block();
    if (F == DEVICE) __threadfence();
}
template <cuda::thread_scope S> using ref = cuda::atomic_ref<int, S>;
#define DEV cuda::thread_scope_device
#define BLK cuda::thread_scope_block
#define RELAXED cuda::memory_order_relaxed
#define ACQUIRE cuda::memory_order_acquire
#define RELEASE cuda::memory_order_release

// ---- 1. every lane of block 0 leaves a word for its twin in block 1; all fences are there, the flag is an ordinary word
// Race on the flag: a weak write and a weak read, unordered. A fence makes a release pattern with a strong write only.
KERNEL flag_plain(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] * 3; __threadfence(); flag[TX] = 1; out[TX] = 1; }
    else { int seen = flag[TX]; __threadfence(); out[32 + TX] = seen ? box[TX] : -1; }
}
// Race on the flag, as before; besides, the compiler may read it once and then loop on a register.
KERNEL flag_plain_polled(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] * 3; __threadfence(); flag[TX] = 1; out[TX] = 1; }
    else { while (flag[TX] == 0) {} __threadfence(); out[32 + TX] = box[TX]; }
}

// ---- 2. the same with a volatile flag (relaxed, scope of the system) and several fences
template <int WRITER, int READER> PART by_volatile(const int* in, int* box, volatile int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] * 3; fence<WRITER>(); flag[TX] = 1; out[TX] = 1; }
    else { while (flag[TX] == 0) {} fence<READER>(); out[32 + TX] = box[TX]; }
}
// Race on box: volatile is relaxed, neither a release nor an acquire pattern.
KERNEL flag_volatile_bare(const int* in, int* box, volatile int* flag, int* out) { by_volatile<NONE, NONE>(in, box, flag, out); }
// Race on box: there is a release pattern, but nobody acquires (a control dependency is no acquire pattern).
KERNEL flag_volatile_writer_fence(const int* in, int* box, volatile int* flag, int* out) { by_volatile<DEVICE, NONE>(in, box, flag, out); }
// Race on box: there is an acquire pattern and nothing released that it could synchronize with.
KERNEL flag_volatile_reader_fence(const int* in, int* box, volatile int* flag, int* out) { by_volatile<NONE, DEVICE>(in, box, flag, out); }
// Sound: fence and strong write (release pattern), strong read and fence (acquire pattern), scopes include both blocks.
KERNEL flag_volatile_fences(const int* in, int* box, volatile int* flag, int* out) { by_volatile<DEVICE, DEVICE>(in, box, flag, out); }
// Race on box: fences of scope cta in two blocks are not morally strong with each other, so the patterns do not synchronize.
KERNEL flag_volatile_block_fences(const int* in, int* box, volatile int* flag, int* out) { by_volatile<BLOCK, BLOCK>(in, box, flag, out); }
// Race on box: the reader's fence has scope cta and leaves the writer out.
KERNEL flag_volatile_reader_block_fence(const int* in, int* box, volatile int* flag, int* out) { by_volatile<DEVICE, BLOCK>(in, box, flag, out); }
// Race on box: the writer's fence has scope cta and leaves the reader out.
KERNEL flag_volatile_writer_block_fence(const int* in, int* box, volatile int* flag, int* out) { by_volatile<BLOCK, DEVICE>(in, box, flag, out); }
// Race on box: the fence stands behind the flag; a release pattern is fence, then write.
KERNEL flag_fence_after(const int* in, int* box, volatile int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] * 3; flag[TX] = 1; __threadfence(); out[TX] = 1; }
    else { while (flag[TX] == 0) {} __threadfence(); out[32 + TX] = box[TX]; }
}
// Race on box: the reader's fence stands before the poll; an acquire pattern is read, then fence.
KERNEL flag_fence_before_poll(const int* in, int* box, volatile int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] * 3; __threadfence(); flag[TX] = 1; out[TX] = 1; }
    else { __threadfence(); while (flag[TX] == 0) {} out[32 + TX] = box[TX]; }
}

// ---- 3. two warps of one block, box in shared or in global memory
template <int F, bool GLOBAL> PART between_warps(const int* in, int* global_box, volatile int* global_flag, int* out)
{
    __shared__ int shared_box[32], shared_flag[32];
    int lane = TX % 32;
    int* box = GLOBAL ? global_box : shared_box;
    volatile int* flag = GLOBAL ? global_flag : shared_flag;
    if (!GLOBAL && TX < 32) shared_flag[TX] = 0;
    __syncthreads();
    if (TX < 32) { box[lane] = in[lane] + 7; fence<F>(); flag[lane] = 1; }
    else { while (flag[lane] == 0) {} fence<F>(); out[lane] = box[lane]; }
}
// Race on the shared box: no fence on either side, volatile is relaxed only.
KERNEL warps_flag_bare(const int* in, int* box, volatile int* flag, int* out) { between_warps<NONE, false>(in, box, flag, out); }
// Sound: both fences have scope cta, and both warps are of one cta.
KERNEL warps_flag_block_fences(const int* in, int* box, volatile int* flag, int* out) { between_warps<BLOCK, false>(in, box, flag, out); }
// Race on the global box: as above.
KERNEL warps_global_bare(const int* in, int* box, volatile int* flag, int* out) { between_warps<NONE, true>(in, box, flag, out); }
// Sound: the scope of a fence says which threads, not which memory; cta is enough for global memory inside one block.
KERNEL warps_global_block_fences(const int* in, int* box, volatile int* flag, int* out) { between_warps<BLOCK, true>(in, box, flag, out); }

// ---- 4. the flag is an atomic operation
template <int WRITER, int READER> PART by_exchange(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] - 4; fence<WRITER>(); atomicExch(&flag[TX], 1); }
    else { while (atomicAdd(&flag[TX], 0) == 0) {} fence<READER>(); out[TX] = box[TX]; }
}
// Race on box: atomicExch and atomicAdd are relaxed operations and order nothing else.
KERNEL exchange_bare(const int* in, int* box, int* flag, int* out) { by_exchange<NONE, NONE>(in, box, flag, out); }
// Race on box: polling by atomicAdd(p, 0) is a relaxed read, no acquire pattern.
KERNEL exchange_writer_fence(const int* in, int* box, int* flag, int* out) { by_exchange<DEVICE, NONE>(in, box, flag, out); }
// Sound: release pattern and acquire pattern of scope gpu.
KERNEL exchange_fences(const int* in, int* box, int* flag, int* out) { by_exchange<DEVICE, DEVICE>(in, box, flag, out); }
template <int WRITER> PART by_count(const int* in, int* box, int* arrived, int* out)
{
    if (BX < 3) { box[BX * 32 + TX] = in[TX] + BX; fence<WRITER>(); atomicAdd(&arrived[TX], 1); }
    else {
        while (*(volatile int*)&arrived[TX] < 3) {}
        __threadfence();
        out[TX] = box[TX] + 2 * box[32 + TX] + 3 * box[64 + TX];
    }
}
// Race on box: three writers count up relaxed and without a fence.
KERNEL count_bare(const int* in, int* box, int* arrived, int* out) { by_count<NONE>(in, box, arrived, out); }
// Sound: each writer's pattern is observed through the chain of read-modify-writes (observation order).
KERNEL count_fences(const int* in, int* box, int* arrived, int* out) { by_count<DEVICE>(in, box, arrived, out); }
// Race on the flag: __ldcg goes by the L1 cache but is a weak load, not morally strong with the atomic write.
KERNEL poll_ldcg(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] - 4; __threadfence(); atomicExch(&flag[TX], 1); }
    else { int seen = __ldcg(&flag[TX]); __threadfence(); out[TX] = seen ? box[TX] : 0; }
}
// Race on box: ld.global.nc may not read what is written during the kernel; no fence orders the non-coherent path.
KERNEL data_by_ldg(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] - 4; __threadfence(); atomicExch(&flag[TX], 1); }
    else { while (atomicAdd(&flag[TX], 0) == 0) {} __threadfence(); out[TX] = __ldg(&box[TX]); }
}

// ---- 5. cuda::atomic_ref
template <cuda::thread_scope SW, cuda::thread_scope SR> PART by_ref(const int* in, int* box, int* flag, int* out, cuda::memory_order w, cuda::memory_order r)
{
    if (BX == 0) { box[TX] = in[TX] ^ 5; ref<SW>(flag[TX]).store(1, w); }
    else { while (ref<SR>(flag[TX]).load(r) == 0) {} out[TX] = box[TX]; }
}
// Race on box: relaxed store, relaxed load.
KERNEL ref_relaxed(const int* in, int* box, int* flag, int* out) { by_ref<DEV, DEV>(in, box, flag, out, RELAXED, RELAXED); }
// Race on box: released, never acquired.
KERNEL ref_release_relaxed(const int* in, int* box, int* flag, int* out) { by_ref<DEV, DEV>(in, box, flag, out, RELEASE, RELAXED); }
// Race on box: acquired, never released.
KERNEL ref_relaxed_acquire(const int* in, int* box, int* flag, int* out) { by_ref<DEV, DEV>(in, box, flag, out, RELAXED, ACQUIRE); }
// Sound: release and acquire of scope gpu synchronize.
KERNEL ref_release_acquire(const int* in, int* box, int* flag, int* out) { by_ref<DEV, DEV>(in, box, flag, out, RELEASE, ACQUIRE); }
// Race on flag and box: the writer's scope is its block, the reader is in another: not morally strong.
KERNEL ref_writer_block_scope(const int* in, int* box, int* flag, int* out) { by_ref<BLK, DEV>(in, box, flag, out, RELEASE, ACQUIRE); }
// Race on flag and box: the reader's scope is its block, the writer is in another: not morally strong.
KERNEL ref_reader_block_scope(const int* in, int* box, int* flag, int* out) { by_ref<DEV, BLK>(in, box, flag, out, RELEASE, ACQUIRE); }
// Sound: relaxed operations between fences of scope gpu are release and acquire patterns.
KERNEL ref_relaxed_fences(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] ^ 5; cuda::atomic_thread_fence(RELEASE, DEV); ref<DEV>(flag[TX]).store(1, RELAXED); }
    else { while (ref<DEV>(flag[TX]).load(RELAXED) == 0) {} cuda::atomic_thread_fence(ACQUIRE, DEV); out[TX] = box[TX]; }
}
// Sound: scope block is enough, writer and reader are two warps of one block.
KERNEL ref_block_scope_one_block(const int* in, int* box, int* flag, int* out)
{
    int lane = TX % 32;
    if (TX < 32) { box[lane] = in[lane] ^ 5; ref<BLK>(flag[lane]).store(1, RELEASE); }
    else { while (ref<BLK>(flag[lane]).load(ACQUIRE) == 0) {} out[lane] = box[lane]; }
}

// ---- 6. many write, one raises the flag; one polls, many read
template <bool EACH_FENCES, bool BARRIER, bool FENCE, bool POLL_BARRIER> PART crowd(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) {
        box[TX] = in[TX] * 5;
        if (EACH_FENCES) __threadfence();
        if (BARRIER) __syncthreads();
        if (TX == 0) {
            if (FENCE) __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        if (TX == 0 || !POLL_BARRIER) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        if (POLL_BARRIER) __syncthreads();
        out[TX] = box[blockDim.x - 1 - TX];
    }
}
// Race on box: thread 0 releases what precedes its fence in causality; nothing puts the other threads' writes there.
KERNEL crowd_no_barrier(const int* in, int* box, int* flag, int* out) { crowd<false, false, true, true>(in, box, flag, out); }
// Race on box: each thread's fence is in no pattern, as only thread 0 writes the flag, which it may do first.
KERNEL crowd_each_fences_no_barrier(const int* in, int* box, int* flag, int* out) { crowd<true, false, false, true>(in, box, flag, out); }
// Race on box: __syncthreads orders the threads of its block only; thread 0 writes the flag relaxed.
KERNEL crowd_barrier_no_fence(const int* in, int* box, int* flag, int* out) { crowd<false, true, false, true>(in, box, flag, out); }
// Sound: writes, barrier, fence, flag; causality goes through the barrier and is cumulative.
KERNEL crowd_barrier_then_fence(const int* in, int* box, int* flag, int* out) { crowd<false, true, true, true>(in, box, flag, out); }
// Sound: __threadfence is fence.sc; by Fence-SC order the reader's fence follows every writer's, else it saw a later write.
KERNEL crowd_each_fences_then_barrier(const int* in, int* box, int* flag, int* out) { crowd<true, true, false, true>(in, box, flag, out); }
// Sound: every reader polls and fences for itself.
KERNEL crowd_all_poll(const int* in, int* box, int* flag, int* out) { crowd<false, true, true, false>(in, box, flag, out); }
// Race on box: thread 0 of the reading block acquires, the others go on without waiting for it.
KERNEL crowd_one_polls_others_run(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) {
        box[TX] = in[TX] * 5;
        __syncthreads();
        if (TX == 0) { __threadfence(); atomicExch(flag, 1); }
    } else {
        if (TX == 0) { while (atomicAdd(flag, 0) == 0) {} __threadfence(); }
        out[TX] = box[blockDim.x - 1 - TX];
    }
}

// ---- 7. the message goes through a third block
template <int MIDDLE> PART relay(const int* in, int* box, volatile int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] + 11; __threadfence(); flag[TX] = 1; }
    else if (BX == 1) { while (flag[TX] != 1) {} fence<MIDDLE>(); flag[TX] = 2; }
    else { while (flag[TX] != 2) {} __threadfence(); out[TX] = box[TX]; }
}
// Race on box: block 1 passes the news on by relaxed read and write, and its own write starts no release pattern.
KERNEL relay_bare(const int* in, int* box, volatile int* flag, int* out) { relay<NONE>(in, box, flag, out); }
// Sound: one fence in the middle acquires and releases; causality is transitive (cumulativity).
KERNEL relay_fence(const int* in, int* box, volatile int* flag, int* out) { relay<DEVICE>(in, box, flag, out); }
// Sound: the middle block changes the flag by a read-modify-write, through which observation order passes without a fence.
KERNEL relay_by_cas(const int* in, int* box, int* flag, int* out)
{
    if (BX == 0) { box[TX] = in[TX] + 11; __threadfence(); atomicExch(&flag[TX], 1); }
    else if (BX == 1) { while (atomicCAS(&flag[TX], 1, 2) != 1) {} }
    else { while (atomicAdd(&flag[TX], 0) != 2) {} __threadfence(); out[TX] = box[TX]; }
}
template <int FIRST> PART two_scopes(const int* in, int* box, volatile int* flag, int* out)
{
    __shared__ int near_flag[32];
    int lane = TX % 32;
    if (TX < 32) near_flag[TX] = 0;
    __syncthreads();
    if (BX == 0 && TX < 32) { box[lane] = in[lane] * 9; fence<FIRST>(); *(volatile int*)&near_flag[lane] = 1; }
    if (BX == 0 && TX >= 32) { while (*(volatile int*)&near_flag[lane] == 0) {} __threadfence(); flag[lane] = 1; }
    if (BX == 1 && TX < 32) { while (flag[lane] == 0) {} __threadfence(); out[lane] = box[lane]; }
}
// Race on box: warp 0 never releases to warp 1, so the fence of warp 1 has nothing of it to pass on.
KERNEL two_scopes_bare(const int* in, int* box, volatile int* flag, int* out) { two_scopes<NONE>(in, box, flag, out); }
// Sound: cta scope from warp 0 to warp 1, gpu scope from there to block 1; causality composes over scopes.
KERNEL two_scopes_fences(const int* in, int* box, volatile int* flag, int* out) { two_scopes<BLOCK>(in, box, flag, out); }

// ---- 8. scopes and sizes of atomic operations on one word
// Race: atomicAdd_block of two blocks on one global word; neither scope includes the other block (not morally strong).
KERNEL add_block_two_blocks(const int* in, int* sum) { atomicAdd_block(sum, in[BX * blockDim.x + TX]); }
// Sound: scope gpu includes both blocks.
KERNEL add_device_two_blocks(const int* in, int* sum) { atomicAdd(sum, in[BX * blockDim.x + TX]); }
// Race with two blocks: block 0 adds with scope cta, block 1 with scope gpu. Sound with one block, where both scopes fit.
KERNEL add_mixed_scopes(const int* in, int* sum)
{
    if ((BX * blockDim.x + TX) < 64) atomicAdd_block(sum, in[TX]);
    else atomicAdd(sum, in[TX]);
}
// Race: a plain read of a counter to which other blocks add.
KERNEL counter_plain_read(int* count, int* out)
{
    atomicAdd(count, 1);
    out[BX * blockDim.x + TX] = *count > 0;
}
// Sound: a volatile read is strong, and coherence makes it see the thread's own addition.
KERNEL counter_volatile_read(int* count, int* out)
{
    atomicAdd(count, 1);
    out[BX * blockDim.x + TX] = *(volatile int*)count > 0;
}
// Race: a 16-bit store beside a 32-bit atomic on the same word; operations of different sizes are never morally strong.
KERNEL half_store_beside_atomic(const int* in, int* word)
{
    if (TX < 32) atomicAdd(&word[TX], in[TX] & 255);
    else ((volatile unsigned short*)&word[TX - 32])[1] = (unsigned short)in[TX];
}
// Sound: both sides by 32-bit atomics.
KERNEL half_by_atomic(const int* in, int* word)
{
    if (TX < 32) atomicAdd(&word[TX], in[TX] & 255);
    else atomicOr(&word[TX - 32], (in[TX] & 0x7fff) << 16);
}
// Sound: two 16-bit stores to the two halves of a word do not overlap (memory locations are bytes).
KERNEL halves_apart(const int* in, unsigned short* half) { half[TX / 32 + 2 * (TX % 32)] = (unsigned short)in[TX]; }
// Race: status and value are exchanged as 64 bits, but the status is polled as 32 bits: overlap is not complete.
KERNEL packed_polled_by_half(const int* in, unsigned long long* box, int* out)
{
    if (BX == 0) atomicExch(&box[TX], ((unsigned long long)in[TX] << 32) | 1);
    else {
        while (((volatile unsigned*)&box[TX])[0] == 0) {}
        out[TX] = ((volatile int*)&box[TX])[1];
    }
}
// Sound: one 64-bit word carries both and is read whole; single-copy atomicity, no fence needed.
KERNEL packed_polled_whole(const int* in, unsigned long long* box, int* out)
{
    unsigned long long got;
    if (BX == 0) atomicExch(&box[TX], ((unsigned long long)in[TX] << 32) | 1);
    else {
        while (((got = *(volatile unsigned long long*)&box[TX]) & 1) == 0) {}
        out[TX] = (int)(got >> 32);
    }
}
