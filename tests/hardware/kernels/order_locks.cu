// Locks, and litmus tests whose forbidden outcome would be a race. Faulty kernels and their sound twins.
// What a lock must give: the unlock is a release pattern, the lock an acquire pattern, of a scope that has all contenders.
#include <cuda/atomic>

#define TX threadIdx.x
#define BX blockIdx.x
#define KERNEL extern "C" __global__ void
#define PART static __device__ __forceinline__ void

enum { NONE, BLOCK, DEVICE, ACQ_REL };
template <int F> PART fence()
{
    if (F == BLOCK) __threadfence_block();
    if (F == DEVICE) __threadfence();                                    // fence.sc.gpu
    if (F == ACQ_REL) asm volatile("fence.acq_rel.gpu;" ::: "memory");
}
using device_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

// ---- 1. a spin lock in global memory, one lane a block; under it a sum and the number of additions, both plain
enum { BY_EXCHANGE, BY_PLAIN, BY_VOLATILE };
template <int LOCKED, int UNLOCKING, int HOW> PART add_locked(const int* in, int* sum, int* lock)
{
    if (TX != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    fence<LOCKED>();
    sum[0] += in[BX];
    sum[1] += 1;
    fence<UNLOCKING>();
    if (HOW == BY_EXCHANGE) atomicExch(lock, 0);
    if (HOW == BY_PLAIN) *lock = 0;
    if (HOW == BY_VOLATILE) *(volatile int*)lock = 0;
}
// Race on sum: atomicCAS and atomicExch exclude each other in time but are relaxed and order nothing.
KERNEL lock_bare(const int* in, int* sum, int* lock) { add_locked<NONE, NONE, BY_EXCHANGE>(in, sum, lock); }
// Race on sum: released, but the next owner has no acquire pattern.
KERNEL lock_no_acquire(const int* in, int* sum, int* lock) { add_locked<NONE, DEVICE, BY_EXCHANGE>(in, sum, lock); }
// Race on sum: acquired, but the owner before had no release pattern.
KERNEL lock_no_release(const int* in, int* sum, int* lock) { add_locked<DEVICE, NONE, BY_EXCHANGE>(in, sum, lock); }
// Race on sum: fences of scope cta between threads of several blocks are not morally strong.
KERNEL lock_block_fences(const int* in, int* sum, int* lock) { add_locked<BLOCK, BLOCK, BY_EXCHANGE>(in, sum, lock); }
// Sound: read-modify-write then fence, fence then write.
KERNEL lock_fences(const int* in, int* sum, int* lock) { add_locked<DEVICE, DEVICE, BY_EXCHANGE>(in, sum, lock); }
// Sound: acq_rel fences of scope gpu are enough for a lock.
KERNEL lock_acq_rel_fences(const int* in, int* sum, int* lock) { add_locked<ACQ_REL, ACQ_REL, BY_EXCHANGE>(in, sum, lock); }
// Race on lock: the plain store of the unlock is weak and meets the atomicCAS of the others.
KERNEL lock_plain_unlock(const int* in, int* sum, int* lock) { add_locked<DEVICE, DEVICE, BY_PLAIN>(in, sum, lock); }
// Sound: a volatile store is strong (relaxed, scope of the system) and the fence before it makes the release pattern.
KERNEL lock_volatile_unlock(const int* in, int* sum, int* lock) { add_locked<DEVICE, DEVICE, BY_VOLATILE>(in, sum, lock); }

template <class Ref> PART add_by_ref(const int* in, int* sum, int* lock, cuda::memory_order taken, cuda::memory_order given)
{
    if (TX != 0) return;
    Ref word(*lock);
    int free = 0;
    while (!word.compare_exchange_strong(free, 1, taken, cuda::memory_order_relaxed)) free = 0;
    sum[0] += in[BX];
    word.store(0, given);
}
// Sound: compare-exchange acquires, store releases, scope device.
KERNEL lock_ref(const int* in, int* sum, int* lock) { add_by_ref<device_ref>(in, sum, lock, cuda::memory_order_acquire, cuda::memory_order_release); }
// Race on sum: the store releases, the compare-exchange is relaxed.
KERNEL lock_ref_relaxed_take(const int* in, int* sum, int* lock) { add_by_ref<device_ref>(in, sum, lock, cuda::memory_order_relaxed, cuda::memory_order_release); }
// Race on sum: the compare-exchange acquires, the store is relaxed.
KERNEL lock_ref_relaxed_give(const int* in, int* sum, int* lock) { add_by_ref<device_ref>(in, sum, lock, cuda::memory_order_acquire, cuda::memory_order_relaxed); }
// Race on lock and sum: scope block, contenders in several blocks.
KERNEL lock_ref_block_scope(const int* in, int* sum, int* lock) { add_by_ref<cuda::atomic_ref<int, cuda::thread_scope_block>>(in, sum, lock, cuda::memory_order_acquire, cuda::memory_order_release); }

// ---- 2. a spin lock in shared memory, one lane a warp
template <int F> PART add_shared(const int* in, int* out)
{
    __shared__ int lock, sum;
    if (TX == 0) lock = sum = 0;
    __syncthreads();
    if (TX % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        fence<F>();
        sum += in[BX * blockDim.x + TX];
        fence<F>();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (TX == 0) out[BX] = sum;
}
// Race on sum: relaxed lock between warps of one block.
KERNEL shared_lock_bare(const int* in, int* out) { add_shared<NONE>(in, out); }
// Sound: all contenders are of one block, fences of scope cta do.
KERNEL shared_lock_block_fences(const int* in, int* out) { add_shared<BLOCK>(in, out); }

// ---- 3. all lanes of a warp want the lock
template <int F> PART all_lanes_inside(const int* in, int* sum, int* lock)
{
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            fence<F>();
            *sum += in[BX * blockDim.x + TX];
            fence<F>();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
// Sound: the owner works and unlocks inside the branch, so even lanes in lockstep get on; fences are there.
KERNEL lanes_lock_inside(const int* in, int* sum, int* lock) { all_lanes_inside<DEVICE>(in, sum, lock); }
// Race on sum: the same without fences; lanes of a warp are threads like others.
KERNEL lanes_lock_inside_bare(const int* in, int* sum, int* lock) { all_lanes_inside<NONE>(in, sum, lock); }
// Sound since compute capability 7.0 only: the owner leaves the loop that its neighbours still spin in, which needs
// independent thread scheduling (each started thread makes progress). In lockstep this never ends.
KERNEL lanes_lock_spin(const int* in, int* sum, int* lock)
{
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum += in[BX * blockDim.x + TX];
    __threadfence();
    atomicExch(lock, 0);
}
template <bool TOGETHER> PART meet_inside(const int* in, int* sum, int* lock)
{
    if (TOGETHER ? true : TX == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *sum += in[BX * 32 + TX];
        if (TOGETHER) __syncwarp();
        __threadfence();
        atomicExch(lock, 0);
    }
    if (!TOGETHER) __syncwarp();
}
// Hang: the owner waits in __syncwarp for lanes that can only come once they own the lock.
KERNEL lanes_meet_inside(const int* in, int* sum, int* lock) { meet_inside<true>(in, sum, lock); }
// Sound: one lane takes the lock, and the warp meets after it is given back.
KERNEL lanes_meet_outside(const int* in, int* sum, int* lock) { meet_inside<false>(in, sum, lock); }

// ---- 4. locks that are never free again
template <bool ALWAYS> PART maybe_unlock(const int* in, int* sum, int* lock)
{
    if (TX != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    if (in[BX] % 2 == 0 || ALWAYS) {
        *sum += in[BX];
        __threadfence();
        atomicExch(lock, 0);
    }
}
// Hang: a block with an odd number leaves with the lock (several blocks have one, so somebody waits for ever).
KERNEL lock_kept_on_a_path(const int* in, int* sum, int* lock) { maybe_unlock<false>(in, sum, lock); }
// Sound: every path unlocks.
KERNEL lock_given_on_all_paths(const int* in, int* sum, int* lock) { maybe_unlock<true>(in, sum, lock); }
template <bool GIVE> PART take_twice(const int* in, int* sum, int* lock)
{
    if (TX != 0) return;
    for (int k = 0; k < 2; k++) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *sum += in[BX] + k;
        if (!GIVE) continue;
        __threadfence();
        atomicExch(lock, 0);
    }
}
// Hang: the owner takes the lock again before it has given it back; the lock knows no owner.
KERNEL lock_taken_twice(const int* in, int* sum, int* lock) { take_twice<false>(in, sum, lock); }
// Sound: given back each time.
KERNEL lock_given_each_time(const int* in, int* sum, int* lock) { take_twice<true>(in, sum, lock); }
template <bool CROSSED> PART two_locks(const int* in, int* sum, int* out)
{
    __shared__ int lock[2];
    if (TX < 2) lock[TX] = 0;
    __syncthreads();
    int w = TX / 32, first = CROSSED ? w : 0;
    if (CROSSED && TX % 32 == 0) while (atomicCAS(&lock[first], 0, 1) != 0) {}
    __syncthreads();                                        // crossed: both hold one
    if (TX % 32 == 0) {
        if (!CROSSED) while (atomicCAS(&lock[first], 0, 1) != 0) {}
        while (atomicCAS(&lock[1 - first], 0, 1) != 0) {}
        __threadfence_block();
        sum[BX] += in[TX];
        __threadfence_block();
        atomicExch(&lock[1 - first], 0);
        atomicExch(&lock[first], 0);
    }
    __syncthreads();
    out[BX * blockDim.x + TX] = sum[BX];
}
// Hang: each warp holds one lock, has met the other at a barrier, and wants the other's.
KERNEL two_locks_crossed(const int* in, int* sum, int* out) { two_locks<true>(in, sum, out); }
// Sound: both take them in the same order.
KERNEL two_locks_ordered(const int* in, int* sum, int* out) { two_locks<false>(in, sum, out); }

// ---- 5. a ticket lock: now serving
template <bool FENCES, int HOW> PART add_in_turn(const int* in, int* sum, int* ticket, int* serving)
{
    if (TX != 0) return;
    int mine = atomicAdd(ticket, 1);
    while (*(volatile int*)serving != mine) {}
    fence<FENCES ? DEVICE : NONE>();
    *sum += in[BX];
    fence<FENCES ? DEVICE : NONE>();
    if (HOW == BY_PLAIN) *serving = mine + 1;
    else *(volatile int*)serving = mine + 1;
}
// Race on sum: the turn passes from block to block by volatile words, relaxed.
KERNEL ticket_lock_bare(const int* in, int* sum, int* ticket, int* serving) { add_in_turn<false, BY_VOLATILE>(in, sum, ticket, serving); }
// Race on serving: a plain store that others poll.
KERNEL ticket_lock_plain_turn(const int* in, int* sum, int* ticket, int* serving) { add_in_turn<true, BY_PLAIN>(in, sum, ticket, serving); }
// Sound: acquire pattern at the turn, release pattern at its end; a holder of a ticket has been started.
KERNEL ticket_lock_fences(const int* in, int* sum, int* ticket, int* serving) { add_in_turn<true, BY_VOLATILE>(in, sum, ticket, serving); }

// ---- 6. store buffering: each of two blocks raises its flag and goes in only if the other's is down
template <int LEFT, int RIGHT> PART dekker(int* flag, int* inside)
{
    if (TX != 0) return;
    volatile int* f = flag;
    f[BX] = 1;
    if (BX == 0) fence<LEFT>();
    else fence<RIGHT>();
    if (f[1 - BX] == 0) *inside += BX + 1;
}
// Race on inside: relaxed store, then relaxed load; both may read 0 (store buffering), and both are in.
KERNEL store_buffer_bare(int* flag, int* inside) { dekker<NONE, NONE>(flag, inside); }
// Race on inside: acq_rel fences order no store before a later load.
KERNEL store_buffer_acq_rel(int* flag, int* inside) { dekker<ACQ_REL, ACQ_REL>(flag, inside); }
// Race on inside: sc fences of scope cta in two blocks are not ordered by Fence-SC.
KERNEL store_buffer_block_fences(int* flag, int* inside) { dekker<BLOCK, BLOCK>(flag, inside); }
// Race on inside: Fence-SC needs a fence on both sides.
KERNEL store_buffer_one_side(int* flag, int* inside) { dekker<DEVICE, NONE>(flag, inside); }
// Sound: __threadfence is fence.sc.gpu; of two the later one sees the flag before the earlier one (Fence-SC order).
KERNEL store_buffer_sc(int* flag, int* inside) { dekker<DEVICE, DEVICE>(flag, inside); }
template <bool SC> PART dekker_ref(int* flag, int* inside)
{
    if (TX != 0) return;
    device_ref(flag[BX]).store(1, SC ? cuda::memory_order_seq_cst : cuda::memory_order_release);
    if (device_ref(flag[1 - BX]).load(SC ? cuda::memory_order_seq_cst : cuda::memory_order_acquire) == 0) *inside += BX + 1;
}
// Race on inside: a release store and a later acquire load of another word may change places.
KERNEL store_buffer_ref_acq_rel(int* flag, int* inside) { dekker_ref<false>(flag, inside); }
// Sound: four seq_cst operations have one order, in which both loads cannot read 0.
KERNEL store_buffer_ref_seq_cst(int* flag, int* inside) { dekker_ref<true>(flag, inside); }

template <int F> PART peterson(volatile int* flag, volatile int* turn, int* sum, int n)
{
    if (TX != 0) return;
    for (int k = 0; k < n; k++) {
        flag[BX] = 1;
        fence<F>();
        *turn = 1 - BX;
        fence<F>();
        while (flag[1 - BX] != 0 && *turn != BX) {}
        fence<DEVICE>();
        *sum += BX + 1;
        fence<DEVICE>();
        flag[BX] = 0;
    }
}
// Race on sum: Peterson's lock stands on store then load in order, which acq_rel fences do not give.
KERNEL peterson_acq_rel(volatile int* flag, volatile int* turn, int* sum, int n) { peterson<ACQ_REL>(flag, turn, sum, n); }
// Sound: fence.sc between the stores and the loads.
KERNEL peterson_sc(volatile int* flag, volatile int* turn, int* sum, int n) { peterson<DEVICE>(flag, turn, sum, n); }

// ---- 7. load buffering: each of two blocks looks at the other's flag before it raises its own
template <int F> PART look_then_raise(int* flag, int* inside)
{
    if (TX != 0) return;
    volatile int* f = flag;
    int seen = f[1 - BX];
    fence<F>();
    f[BX] = 1;
    if (seen) *inside += BX + 1;
}
// Race on inside: relaxed loads may be passed by later relaxed stores, so both may have seen 1 (load buffering).
KERNEL load_buffer_bare(int* flag, int* inside) { look_then_raise<NONE>(flag, inside); }
// Sound: acquire and release patterns through one fence; both having seen 1 would be a cycle in causality.
KERNEL load_buffer_acq_rel(int* flag, int* inside) { look_then_raise<ACQ_REL>(flag, inside); }

// ---- 8. independent reads of independent writes: two readers that would disagree on which write came first
template <int F> PART two_readers(int* x, int* y, int* first)
{
    if (TX != 0) return;
    volatile int *p = BX == 2 ? x : y, *q = BX == 2 ? y : x;
    if (BX == 0) *(volatile int*)x = 1;
    if (BX == 1) *(volatile int*)y = 1;
    if (BX >= 2) {
        int one = *p;
        fence<F>();
        int two = *q;
        if (one == 1 && two == 0) *first = BX;              // only one of the readers may get here
    }
}
// Race on first: acquire patterns do not make all see independent writes in one order (no multi-copy atomicity in PTX).
KERNEL readers_disagree_acq_rel(int* x, int* y, int* first) { two_readers<ACQ_REL>(x, y, first); }
// Race on first: not even the reads of one reader are in order.
KERNEL readers_disagree_bare(int* x, int* y, int* first) { two_readers<NONE>(x, y, first); }
// Sound: the fence.sc of the two readers are ordered, so the later reader has seen what the earlier one had.
KERNEL readers_agree_sc(int* x, int* y, int* first) { two_readers<DEVICE>(x, y, first); }
