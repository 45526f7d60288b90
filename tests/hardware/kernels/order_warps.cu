// Lanes and warps of one block: exchange, reduction tails, rings, barriers, and waits that cannot end.
// Faulty kernels and their sound twins.
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init

#define TX threadIdx.x
#define BX blockIdx.x
#define LANE (threadIdx.x % 32)
#define WARP (threadIdx.x / 32)
#define KERNEL extern "C" __global__ void
#define PART static __device__ __forceinline__ void
#define ALL 0xffffffffu
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// ---- 1. lanes exchange words through shared memory
enum { NOTHING, SYNCWARP, SHUFFLE, BALLOT, HALF_MASK };
template <int BETWEEN> PART exchange(const int* in, int* out)
{
    __shared__ int s[32];
    int v = in[BX * 32 + TX], extra = 0;
    s[TX] = v;
    if (BETWEEN == SYNCWARP) __syncwarp();
    if (BETWEEN == SHUFFLE) extra = __shfl_down_sync(ALL, v, 1);
    if (BETWEEN == BALLOT) extra = __ballot_sync(ALL, v & 1);
    if (BETWEEN == HALF_MASK) __syncwarp(TX < 16 ? 0x0000ffff : 0xffff0000);
    out[BX * 32 + TX] = s[31 - TX] + extra;
}
// Race on s: lanes of a warp are threads; no order without __syncwarp (bar.warp.sync).
KERNEL exchange_bare(const int* in, int* out) { exchange<NOTHING>(in, out); }
// Sound: __syncwarp orders the memory operations of the lanes in its mask.
KERNEL exchange_syncwarp(const int* in, int* out) { exchange<SYNCWARP>(in, out); }
// Race on s: a shuffle makes lanes meet, but is documented not to order memory.
KERNEL exchange_shuffle(const int* in, int* out) { exchange<SHUFFLE>(in, out); }
// Race on s: a vote makes lanes meet, but is documented not to order memory.
KERNEL exchange_ballot(const int* in, int* out) { exchange<BALLOT>(in, out); }
// Race on s: each half of the warp meets itself, the word comes from the other half.
KERNEL exchange_half_mask(const int* in, int* out) { exchange<HALF_MASK>(in, out); }

template <bool BLOCK> PART exchange_over(const int* in, int* out)
{
    __shared__ int s[128];
    s[TX] = in[BX * 128 + TX];
    if (BLOCK) __syncthreads();
    else __syncwarp();
    out[BX * 128 + TX] = s[(TX + 32) % 128];
}
// Race on s: __syncwarp orders one warp, the word comes from the next.
KERNEL exchange_next_warp_syncwarp(const int* in, int* out) { exchange_over<false>(in, out); }
// Sound: __syncthreads.
KERNEL exchange_next_warp_syncthreads(const int* in, int* out) { exchange_over<true>(in, out); }

template <bool TWICE> PART exchange_rounds(const int* in, int* out, int n)
{
    __shared__ int s[32];
    int v = in[BX * 32 + TX];
    for (int k = 0; k < n; k++) {
        s[TX] = v;
        __syncwarp();
        v = (v * 3 + s[(TX + k + 1) % 32]) & 0xffff;
        if (TWICE) __syncwarp();
    }
    out[BX * 32 + TX] = v;
}
// Race on s (write after read): the next round's store meets a neighbour that still reads.
KERNEL exchange_rounds_one_sync(const int* in, int* out, int n) { exchange_rounds<false>(in, out, n); }
// Sound: a second __syncwarp after the read.
KERNEL exchange_rounds_two_syncs(const int* in, int* out, int n) { exchange_rounds<true>(in, out, n); }

template <bool MEET> PART halves(const int* in, int* out)
{
    __shared__ int s[16];
    if (TX < 16) s[TX] = in[TX] * 2;
    if (MEET) __syncwarp();
    if (TX >= 16) out[TX - 16] = s[TX - 16];
}
// Race on s: one half writes, the other reads; the order of two branches of a warp is not defined.
KERNEL halves_bare(const int* in, int* out) { halves<false>(in, out); }
// Sound: __syncwarp between the branches.
KERNEL halves_meet(const int* in, int* out) { halves<true>(in, out); }

// ---- 2. the last steps of a reduction by one warp
template <class Word> PART tail_bare(Word s, const int* in, int* out)
{
    s[TX] = in[TX];
    s[TX + 32] = in[TX + 32];
    __syncthreads();
    s[TX] += s[TX + 32];
    if (TX < 16) s[TX] += s[TX + 16];
    if (TX < 8) s[TX] += s[TX + 8];
    if (TX < 4) s[TX] += s[TX + 4];
    if (TX < 2) s[TX] += s[TX + 2];
    if (TX < 1) out[0] = s[0] + s[1];
}
// Race on s: no __syncwarp from step to step.
KERNEL tail_plain(const int* in, int* out) { __shared__ int s[64]; tail_bare<int*>(s, in, out); }
// Race on s: volatile keeps the compiler from caching, yet orders no lanes (implicit warp synchrony is gone since 7.0).
KERNEL tail_volatile(const int* in, int* out) { __shared__ int s[64]; tail_bare<volatile int*>(s, in, out); }
enum { UNGUARDED, GUARDED, READ_SYNC_WRITE };
template <int FORM> PART tail_synced(const int* in, int* out)
{
    __shared__ int s[64];
    s[TX] = in[TX];
    s[TX + 32] = in[TX + 32];
    __syncthreads();
    for (int h = 32; h > 0; h /= 2) {
        if (FORM == UNGUARDED) s[TX] += s[TX + h];
        if (FORM == GUARDED && TX < h) s[TX] += s[TX + h];
        if (FORM == READ_SYNC_WRITE) {
            int v = s[TX] + s[TX + h];
            __syncwarp();
            s[TX] = v;
        }
        __syncwarp();
    }
    if (TX == 0) out[0] = s[0];
}
// Race on s: all lanes add, so lane 16 writes s[16] while lane 0 reads it; one __syncwarp a step is not enough.
KERNEL tail_unguarded_one_sync(const int* in, int* out) { tail_synced<UNGUARDED>(in, out); }
// Sound: only the lower lanes write, what they read nobody writes in this step.
KERNEL tail_guarded_one_sync(const int* in, int* out) { tail_synced<GUARDED>(in, out); }
// Sound: all lanes read, meet, write, meet (the guide's form).
KERNEL tail_two_syncs(const int* in, int* out) { tail_synced<READ_SYNC_WRITE>(in, out); }

// ---- 3. a ring of four slots from a producer warp to a consumer warp, with volatile head and tail
template <bool PUT, bool GOT, bool MEET, bool SPACE> PART ring(const int* in, int* out, int n)
{
    __shared__ int slot[4][32];
    __shared__ volatile int head, tail;
    if (TX == 0) head = tail = 0;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (WARP == 0) {
            if (SPACE) while (i - tail >= 4) {}
            if (GOT) __threadfence_block();
            slot[i % 4][LANE] = in[i * 32 + LANE];
            if (MEET) __syncwarp();
            if (PUT) __threadfence_block();
            if (LANE == 0) head = i + 1;
        } else {
            while (head <= i) {}
            if (PUT) __threadfence_block();
            sum = sum * 3 + slot[i % 4][31 - LANE];
            __syncwarp();
            if (GOT) __threadfence_block();
            if (LANE == 0) tail = i + 1;
        }
    }
    if (WARP == 1) out[LANE] = sum;
}
// Race on slot: volatile indices are relaxed.
KERNEL ring_bare(const int* in, int* out, int n) { ring<false, false, true, true>(in, out, n); }
// Race on slot (write after read): filled slots are released, emptied ones are not.
KERNEL ring_no_fence_for_tail(const int* in, int* out, int n) { ring<true, false, true, true>(in, out, n); }
// Race on slot: emptied slots are released, filled ones are not.
KERNEL ring_no_fence_for_head(const int* in, int* out, int n) { ring<false, true, true, true>(in, out, n); }
// Race on slot: lane 0 moves the head although other lanes need not have stored.
KERNEL ring_lanes_do_not_meet(const int* in, int* out, int n) { ring<true, true, false, true>(in, out, n); }
// Race on slot (write after read): the producer never asks whether there is room.
KERNEL ring_no_room_asked(const int* in, int* out, int n) { ring<true, true, true, false>(in, out, n); }
// Sound: both indices with release and acquire patterns of scope cta, and __syncwarp before each move.
KERNEL ring_fences(const int* in, int* out, int n) { ring<true, true, true, true>(in, out, n); }

template <bool EARLY> PART ring_by_barrier(const int* in, int* out, int n)
{
    __shared__ block_barrier full[2], empty[2];
    __shared__ int slot[2][32];
    if (TX < 2) { init(&full[TX], 64); init(&empty[TX], 64); }
    __syncthreads();
    int sum = 0;
    if (WARP == 1) for (int i = 0; i < 2; i++) (void)empty[i].arrive();
    for (int i = 0; i < n; i++) {
        if (WARP == 0) {
            empty[i % 2].arrive_and_wait();
            slot[i % 2][LANE] = in[i * 32 + LANE];
            (void)full[i % 2].arrive();
        } else {
            full[i % 2].arrive_and_wait();
            if (EARLY) (void)empty[i % 2].arrive();
            sum = sum * 3 + slot[i % 2][31 - LANE];
            if (!EARLY) (void)empty[i % 2].arrive();
        }
    }
    if (WARP == 1) out[LANE] = sum;
}
// Race on slot (write after read): the consumer gives the slot back before it has read; arrive releases what precedes it.
KERNEL ring_barrier_given_early(const int* in, int* out, int n) { ring_by_barrier<true>(in, out, n); }
// Sound: cuda::barrier's arrive releases, its wait acquires, for full and for empty slots.
KERNEL ring_barrier(const int* in, int* out, int n) { ring_by_barrier<false>(in, out, n); }

template <bool EMPTIED> PART ring_by_names(const int* in, int* out, int n)
{
    __shared__ int slot[2][32];
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int full = 1 + i % 2, empty = 3 + i % 2;
        if (WARP == 0) {
            if (EMPTIED && i >= 2) asm volatile("barrier.sync %0, 64;" ::"r"(empty) : "memory");
            slot[i % 2][LANE] = in[i * 32 + LANE];
            if (EMPTIED) asm volatile("barrier.arrive %0, 64;" ::"r"(full) : "memory");
            else asm volatile("barrier.sync %0, 64;" ::"r"(full) : "memory");
        } else {
            asm volatile("barrier.sync %0, 64;" ::"r"(full) : "memory");
            sum = sum * 3 + slot[i % 2][31 - LANE];
            if (EMPTIED && i + 2 < n) asm volatile("barrier.arrive %0, 64;" ::"r"(empty) : "memory");
        }
    }
    if (WARP == 1) out[LANE] = sum;
}
// Sound: named barriers, one pair a slot; arrive and sync on one barrier synchronize.
KERNEL ring_named(const int* in, int* out, int n) { ring_by_names<true>(in, out, n); }
// Sound: without empty barriers, but both warps sync on the full ones: slot i is refilled after both met for i + 1.
KERNEL ring_named_lockstep(const int* in, int* out, int n) { ring_by_names<false>(in, out, n); }

// ---- 4. barriers
template <bool INSIDE> PART branch_barrier(const int* in, int* out)
{
    __shared__ int s[64];
    __shared__ volatile int ready;
    if (TX == 0) ready = 0;
    __syncthreads();
    s[TX] = in[TX];
    if (!INSIDE) __syncthreads();
    if (TX < 32) {
        if (INSIDE) __syncthreads();
        if (TX == 0) { __threadfence_block(); ready = 1; }
    } else {
        while (ready == 0) {}
        __threadfence_block();
    }
    out[TX] = s[31 - LANE];
}
// Hang: one warp waits at a barrier that the other never reaches, as it waits for what comes behind it.
KERNEL barrier_in_branch(const int* in, int* out) { branch_barrier<true>(in, out); }
// Sound: the barrier stands before the branch.
KERNEL barrier_before_branch(const int* in, int* out) { branch_barrier<false>(in, out); }

// Hang: the even lanes are at a barrier, the odd ones of the same warps wait for a word that is sent behind it.
KERNEL barrier_for_even_lanes(const int* in, int* out)
{
    __shared__ volatile int ready;
    if (TX == 0) ready = 0;
    __syncthreads();
    if (TX % 2 == 0) {
        __syncthreads();
        if (TX == 0) ready = 1;
    } else while (ready == 0) {}
    out[TX] = in[TX];
}

template <int CROSS, int COUNT> PART named_meeting(const int* in, int* out)
{
    __shared__ int s[64];
    s[TX] = in[TX] * 2;
    int id = 1 + (CROSS ? WARP : 0);
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "n"(COUNT) : "memory");
    out[TX] = s[63 - TX];
}
// Sound: two warps meet at barrier 1.
KERNEL named_same(const int* in, int* out) { named_meeting<0, 64>(in, out); }
// Hang: each warp waits at a barrier of its own for 64 threads.
KERNEL named_crossed(const int* in, int* out) { named_meeting<1, 64>(in, out); }
// Hang: barrier 1 waits for 96 threads, the block has 64.
KERNEL named_too_many(const int* in, int* out) { named_meeting<0, 96>(in, out); }
// Race on s: barrier 1 waits for 32 threads only, so each warp passes alone.
KERNEL named_too_few(const int* in, int* out) { named_meeting<0, 32>(in, out); }

template <int MORE> PART counted_barrier(const int* in, int* out)
{
    __shared__ block_barrier bar;
    __shared__ int s[64];
    if (TX == 0) init(&bar, blockDim.x + MORE);
    __syncthreads();
    s[TX] = in[TX] + 5;
    bar.arrive_and_wait();
    out[TX] = s[63 - TX];
}
// Sound: every thread of the count arrives and waits.
KERNEL barrier_counted(const int* in, int* out) { counted_barrier<0>(in, out); }
// Hang: the barrier was initialised for one thread more than there are.
KERNEL barrier_counted_one_more(const int* in, int* out) { counted_barrier<1>(in, out); }

// ---- 5. waits inside a warp and between two warps
enum { NO_MEETING, MEET_LATER, MEET_FIRST, VOTE_FIRST };
template <int FORM> PART lane_waits(const int* in, int* out)
{
    __shared__ int box;
    __shared__ volatile int flag;
    if (TX == 0) flag = 0;
    __syncthreads();
    int v = 0;
    if (TX == 0) {
        while (flag == 0) {}
        __threadfence_block();
        v = box;
    } else {
        if (FORM == MEET_FIRST) __syncwarp();
        if (FORM == VOTE_FIRST) v = __ballot_sync(ALL, in[TX] & 1);
        if (TX == 1) { box = in[1]; __threadfence_block(); flag = 1; }
    }
    if (FORM == MEET_LATER) __syncwarp();
    out[TX] = v;
}
// Sound since compute capability 7.0: lane 0 waits for lane 1; independent thread scheduling lets both proceed.
KERNEL lane_waits_for_lane(const int* in, int* out) { lane_waits<NO_MEETING>(in, out); }
// Sound: as before, and the warp meets after the message has gone.
KERNEL lane_waits_then_meets(const int* in, int* out) { lane_waits<MEET_LATER>(in, out); }
// Hang: lane 1 waits for lane 0 in __syncwarp (full mask), before it sends what lane 0 waits for.
KERNEL lane_waits_meets_first(const int* in, int* out) { lane_waits<MEET_FIRST>(in, out); }
// Hang: lane 1 waits for lane 0 in a vote of all lanes, before it sends what lane 0 waits for.
KERNEL lane_waits_votes_first(const int* in, int* out) { lane_waits<VOTE_FIRST>(in, out); }

template <bool SEND_FIRST> PART mutual(const int* in, int* out)
{
    __shared__ int box[2][32];
    __shared__ volatile int flag[2];
    int w = WARP;
    if (TX < 2) flag[TX] = 0;
    box[w][LANE] = in[TX];
    __syncthreads();
    for (int turn = 0; turn < 2; turn++) {
        if ((turn == 0) == SEND_FIRST) { __threadfence_block(); if (LANE == 0) flag[w] = 1; }
        else { while (flag[1 - w] == 0) {} __threadfence_block(); }
    }
    out[TX] = box[1 - w][LANE];
}
// Hang: each of two warps waits for the other's flag before it raises its own.
KERNEL warps_wait_first(const int* in, int* out) { mutual<false>(in, out); }
// Sound: each raises its flag, then waits.
KERNEL warps_send_first(const int* in, int* out) { mutual<true>(in, out); }

// The consumer starts behind a barrier that the producer reaches when all is sent. Hang with more items than the ring has
// slots (4), for room never comes; sound with 4.
KERNEL ring_consumer_late(const int* in, int* out, int n)
{
    __shared__ int slot[4][32];
    __shared__ volatile int tail;
    if (TX == 0) tail = 0;
    __syncthreads();
    if (WARP == 0)
        for (int i = 0; i < n; i++) {
            while (i - tail >= 4) {}
            __threadfence_block();
            slot[i % 4][LANE] = in[i * 32 + LANE];
        }
    __syncthreads();
    if (WARP == 1) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 3 + slot[i % 4][31 - LANE];
            __syncwarp();
            if (LANE == 0) { __threadfence_block(); tail = i + 1; }
        }
        out[LANE] = sum;
    }
}
