// Where scheduling matters: irreducible flow, warp operations in divergent loops, warps that wait for each other.
#define FULL 0xFFFFFFFFu

extern "C" __global__ void jump_into_a_loop(const int* in, int* out) {
    int x = in[threadIdx.x], n = 0;
    if (x & 1) goto middle;
top:
    x += 3;
    ++n;
middle:
    x = x * 2 - 1;
    if (x < 1000 && n < 10) goto top;
    out[threadIdx.x] = x * 100 + n;
}

extern "C" __global__ void two_entries_and_two_exits(const int* in, int* out) {
    int x = in[threadIdx.x], steps = 0;
    if (x % 3 == 0) goto a;
    if (x % 3 == 1) goto b;
    goto c;
a:  x += 7; if (++steps > 12) goto done; if (x % 5 == 0) goto c;
b:  x ^= 21; if (++steps > 12) goto out_of; if (x % 4 == 1) goto a;
c:  x -= 2; if (++steps > 12) goto done; if (x % 2) goto b; goto a;
out_of:
    x = -x;
done:
    out[threadIdx.x] = x * 16 + steps;
}

extern "C" __global__ void votes_in_a_divergent_loop(const int* in, unsigned* out) {
    int n = in[threadIdx.x];
    unsigned mask = 0, seen = 0;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        mask = __activemask();
        seen += __popc(mask);
    }
    out[threadIdx.x] = seen;
}

extern "C" __global__ void ballots_over_those_that_remain(const int* in, unsigned* out) {
    int n = in[threadIdx.x];
    unsigned active = FULL, last = 0;
    int round = 0;
    while (true) {
        unsigned staying = __ballot_sync(active, round < n);
        if (round >= n) break;
        active = staying;
        last = __popc(active) + __shfl_sync(active, threadIdx.x, __ffs(active) - 1) * 100;
        ++round;
    }
    out[threadIdx.x] = last;
}

extern "C" __global__ void leaders_one_after_another(const int* in, int* out) {
    int key = in[threadIdx.x], order = -1, round = 0;
    unsigned left = FULL;
    while (left) {
        int leader = __ffs(left) - 1, chosen = __shfl_sync(FULL, key, leader);
        bool same = key == chosen && order < 0;
        unsigned group = __ballot_sync(FULL, same);
        if (same) order = round * 100 + __popc(group & ((1u << (threadIdx.x & 31)) - 1));
        left &= ~group;
        ++round;
    }
    out[threadIdx.x] = order;
}

extern "C" __global__ void warps_handing_over(const int* in, int* out) {
    __shared__ volatile int turn;
    __shared__ volatile int value;
    int warp = threadIdx.x / 32, warps = blockDim.x / 32;
    if (threadIdx.x == 0) {
        turn = warps - 1;
        value = 1;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (turn != warp) {
        }
        value = value * 3 + in[warp];
        __threadfence_block();
        turn = warp - 1;
    }
    __syncthreads();
    out[threadIdx.x] = value;
}

extern "C" __global__ void lanes_that_wait_for_a_lane(volatile int* flag, int* out) {
    int lane = threadIdx.x;
    if (lane == 31) {
        out[31] = 5;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        out[lane] = lane;
    }
}

extern "C" __global__ void ticket_lock(unsigned* ticket, volatile unsigned* serving, int* data) {
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(ticket, 1);
        while (*serving != mine) {
        }
        *(volatile int*)data = *(volatile int*)data * 2 + 1;
        __threadfence();
        *serving = mine + 1;
    }
}

extern "C" __global__ void lock_within_a_warp_by_turns(int* lock, int* data) {
    for (int lane = 0; lane < 32; ++lane)
        if (lane == threadIdx.x) {
            while (atomicExch(lock, 1)) {
            }
            *(volatile int*)data += lane;
            __threadfence();
            atomicExch(lock, 0);
        }
}

extern "C" __global__ void barriers_in_a_uniform_loop(const int* in, int* out, int n) {
    __shared__ int value;
    for (int i = 0; i < n; ++i) {
        if (threadIdx.x == i % blockDim.x) value = in[i] + (i ? value : 0);
        __syncthreads();
        if (value > 500) break;
        __syncthreads();
    }
    out[threadIdx.x] = value;
}

extern "C" __global__ void persistent_blocks(const int* lengths, int* out, int* next, int jobs) {
    __shared__ int job;
    while (true) {
        __syncthreads();
        if (threadIdx.x == 0) job = atomicAdd(next, 1);
        __syncthreads();
        if (job >= jobs) return;
        int sum = 0;
        for (int i = threadIdx.x; i < lengths[job]; i += blockDim.x) sum += i;
        atomicAdd(&out[job], sum);
    }
}

extern "C" __global__ void specialised_warps(const float* in, float* out, int tiles) {
    // Warp 0 loads, warp 1 computes; two buffers; a barrier a tile.
    __shared__ float buffer[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    if (warp == 0) buffer[0][lane] = in[lane];
    __syncthreads();
    for (int k = 0; k < tiles; ++k) {
        if (warp == 0) {
            if (k + 1 < tiles) buffer[(k + 1) & 1][lane] = in[(k + 1) * 32 + lane];
        } else {
            sum += buffer[k & 1][31 - lane];
        }
        __syncthreads();
    }
    if (warp == 1) out[lane] = sum;
}

__device__ int deep(int n) {
    int a[3] = {n, n + 1, n + 2};
    if (n == 0) return 1;
    int r = deep(n - 1);
    return (a[r % 3] + r) % 1000;
}

extern "C" __global__ void deep_recursion(int* out) { out[threadIdx.x] = deep(threadIdx.x * 4); }

__device__ __noinline__ int sum_of_warp(int v, int depth) {
    if (depth == 0) return v;
    return sum_of_warp(v + __shfl_xor_sync(FULL, v, 1 << (depth - 1)), depth - 1);
}

extern "C" __global__ void recursion_with_shuffles(const int* in, int* out) { out[threadIdx.x] = sum_of_warp(in[threadIdx.x], 5); }

__device__ void halve(int* data, int n, int t) {
    if (n == 1) return;
    if (t < n / 2) data[t] += data[t + n / 2];
    __syncthreads();
    halve(data, n / 2, t);
}

extern "C" __global__ void recursion_with_barriers(const int* in, int* out) {
    __shared__ int data[64];
    data[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    halve(data, 64, threadIdx.x);
    if (threadIdx.x == 0) *out = data[0];
}

struct Range {
    int low, high;
    long long total;
};

__device__ Range merge_sums(const int* data, Range r) {
    if (r.high - r.low == 1) {
        r.total = data[r.low];
        return r;
    }
    int middle = (r.low + r.high) / 2;
    Range a = merge_sums(data, Range{r.low, middle, 0}), b = merge_sums(data, Range{middle, r.high, 0});
    return Range{a.low, b.high, a.total * 3 + b.total};
}

extern "C" __global__ void recursion_with_structs(const int* data, long long* out) {
    Range r = merge_sums(data, Range{(int)threadIdx.x % 5, 20, 0});
    out[2 * threadIdx.x] = r.total;
    out[2 * threadIdx.x + 1] = r.high - r.low;
}

__device__ int count_down(int* steps, int n) {
    for (int i = 0; i < n; ++i) {
        ++*steps;
        if (i == 2) return count_down(steps, n - 3) + i;
    }
    return 0;
}

extern "C" __global__ void recursion_from_a_loop(int* steps, int* out) {
    int mine = 0;
    int r = 0;
    for (int k = 0; k < (int)threadIdx.x % 4 + 1; ++k) r += count_down(&mine, threadIdx.x);
    steps[threadIdx.x] = mine;
    out[threadIdx.x] = r;
}

extern "C" __global__ void exits_at_different_times(const int* in, int* out) {
    int x = in[threadIdx.x];
    if (x < 10) return;
    out[threadIdx.x] = 1;
    __syncwarp(__activemask());
    if (x < 20) return;
    out[threadIdx.x] = 2 + __popc(__ballot_sync(__activemask(), x < 30));
    for (int i = 0;; ++i)
        if (i * i > x) {
            out[threadIdx.x] += i * 100;
            return;
        }
}
