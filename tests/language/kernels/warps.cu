// Warp-level programming: shuffles of every kind and width, votes, matches, reductions, masks.
#define FULL 0xFFFFFFFFu

extern "C" __global__ void shuffles_of_every_kind(const int* in, int* out) {
    int lane = threadIdx.x % 32, v = in[threadIdx.x];
    int* row = out + 8 * threadIdx.x;
    row[0] = __shfl_sync(FULL, v, 7);
    row[1] = __shfl_sync(FULL, v, lane * 5);
    row[2] = __shfl_up_sync(FULL, v, 3);
    row[3] = __shfl_down_sync(FULL, v, 9);
    row[4] = __shfl_xor_sync(FULL, v, 21);
    row[5] = __shfl_sync(FULL, v, lane + 1, 8);
    row[6] = __shfl_up_sync(FULL, v, 2, 16);
    row[7] = __shfl_down_sync(FULL, v, 1, 4) + __shfl_xor_sync(FULL, v, 3, 4);
}

extern "C" __global__ void shuffles_of_every_type(const double* in, long long* longs, double* doubles, float* floats,
                                                  unsigned* small) {
    int lane = threadIdx.x;
    double d = in[lane];
    doubles[lane] = __shfl_down_sync(FULL, d, 1) + __shfl_xor_sync(FULL, d, 16);
    longs[lane] = __shfl_up_sync(FULL, (long long)lane << 40, 1) + (long long)__shfl_sync(FULL, (unsigned long long)lane, 3);
    floats[lane] = __shfl_xor_sync(FULL, (float)d, 1);
    small[lane] = __shfl_sync(FULL, (unsigned)lane * 3000000000u, 31 - lane);
}

extern "C" __global__ void votes(const int* in, unsigned* out) {
    int v = in[threadIdx.x];
    unsigned* row = out + 6 * threadIdx.x;
    row[0] = __ballot_sync(FULL, v > 50);
    row[1] = __any_sync(FULL, v > 98);
    row[2] = __all_sync(FULL, v > 1);
    row[3] = __uni_sync(FULL, v > 200);
    unsigned half = threadIdx.x & 16 ? 0xFFFF0000u : 0x0000FFFFu;
    row[4] = __ballot_sync(half, v & 1);
    row[5] = __any_sync(half, v > 90) + 2 * __all_sync(half, v > 10);
}

extern "C" __global__ void matches(const int* in, const long long* wide, unsigned* out) {
    int lane = threadIdx.x;
    int same;
    out[4 * lane] = __match_any_sync(FULL, in[lane]);
    out[4 * lane + 1] = __match_any_sync(FULL, wide[lane]);
    out[4 * lane + 2] = __match_all_sync(FULL, in[lane] >= 0, &same) + same;
    out[4 * lane + 3] = __match_all_sync(FULL, in[lane], &same) + 2 * same;
}

extern "C" __global__ void reductions_by_one_instruction(const int* in, int* out) {
    int v = in[threadIdx.x];
    int* row = out + 8 * threadIdx.x;
    row[0] = __reduce_add_sync(FULL, v);
    row[1] = __reduce_min_sync(FULL, v);
    row[2] = __reduce_max_sync(FULL, v);
    row[3] = (int)__reduce_min_sync(FULL, (unsigned)v);
    row[4] = (int)__reduce_max_sync(FULL, (unsigned)v);
    row[5] = (int)__reduce_and_sync(FULL, (unsigned)v | 0x10000u);
    row[6] = (int)__reduce_or_sync(FULL, (unsigned)v);
    row[7] = (int)__reduce_xor_sync(FULL, (unsigned)v);
}

extern "C" __global__ void divergent_masks(const int* in, int* out) {
    int v = in[threadIdx.x];
    if (v % 3 == 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1;
        out[threadIdx.x] = __shfl_sync(mask, v, leader) + 1000 * __popc(mask);
    } else {
        out[threadIdx.x] = -__popc(__activemask());
    }
}

extern "C" __global__ void warp_sum(const float* in, float* out, int n) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) sum += in[i];
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(FULL, sum, offset);
    if (threadIdx.x == 0) *out = sum;
}

extern "C" __global__ void warp_inclusive_scan(const int* in, int* out) {
    int lane = threadIdx.x & 31, v = in[threadIdx.x];
    for (int d = 1; d < 32; d <<= 1) {
        int other = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v += other;
    }
    out[threadIdx.x] = v;
}

extern "C" __global__ void warp_compaction(const int* in, int* out, int* count) {
    unsigned lane = threadIdx.x;
    bool keep = in[lane] % 2 == 0;
    unsigned mask = __ballot_sync(FULL, keep);
    if (keep) out[__popc(mask & ((1u << lane) - 1))] = in[lane];
    if (lane == 0) *count = __popc(mask);
}

extern "C" __global__ void aggregated_atomics(const int* in, int* counter, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        unsigned active = __activemask();
        unsigned lane = threadIdx.x % 32;
        int leader = __ffs(active) - 1, base = 0;
        if (lane == leader) base = atomicAdd(counter, __popc(active));
        base = __shfl_sync(active, base, leader);
        out[base + __popc(active & ((1u << lane) - 1))] = in[i];
    }
}

extern "C" __global__ void lane_masks(unsigned* out) {
    unsigned lt, le, gt, ge, eq, lane, warp;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    unsigned* row = out + 7 * threadIdx.x;
    row[0] = lt; row[1] = le; row[2] = gt; row[3] = ge; row[4] = eq; row[5] = lane; row[6] = warp;
}

extern "C" __global__ void warp_bitonic_sort(int* data) {
    int lane = threadIdx.x, v = data[lane];
    for (int k = 2; k <= 32; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int other = __shfl_xor_sync(FULL, v, j);
            bool up = (lane & k) == 0, lower = (lane & j) == 0;
            v = up == lower ? min(v, other) : max(v, other);
        }
    data[lane] = v;
}

extern "C" __global__ void warp_transpose(const float* in, float* out) {
    float v[4];
    int lane = threadIdx.x;
    for (int i = 0; i < 4; ++i) v[i] = in[i * 32 + lane];
    for (int i = 0; i < 4; ++i) {  // lane 4r+c of a group of four takes element c of its row
        float x = 0.0f;
        for (int k = 0; k < 4; ++k) {
            float y = __shfl_sync(FULL, v[k], (lane & ~3) + i);
            if ((lane & 3) == k) x = y;
        }
        out[lane * 4 + i] = x;
    }
}

extern "C" __global__ void segmented_warp_sum(const int* heads, const int* values, int* out) {
    int lane = threadIdx.x, v = values[lane];
    unsigned starts = __ballot_sync(FULL, heads[lane]) | 1u;
    int start = 31 - __clz(starts & (FULL >> (31 - lane)));
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(FULL, v, d);
        if (lane - d >= start) v += other;
    }
    out[lane] = v;
}

extern "C" __global__ void syncwarp_between_lanes(const int* in, int* out) {
    __shared__ int slots[64];
    int t = threadIdx.x, warp = t / 32 * 32, lane = t % 32;
    slots[t] = in[t];
    __syncwarp();
    int v = slots[warp + (lane + 1) % 32];
    __syncwarp();
    slots[t] = v * 2;
    __syncwarp();
    out[t] = slots[warp + 31 - lane];
}

extern "C" __global__ void syncwarp_with_masks(const int* in, int* out) {
    __shared__ int slots[32];
    int t = threadIdx.x;
    slots[t] = in[t];
    if (t < 16) {
        __syncwarp(0x0000FFFFu);
        out[t] = slots[15 - t];
    } else {
        __syncwarp(0xFFFF0000u);
        out[t] = slots[47 - t] * 10;
    }
}

extern "C" __global__ void shuffle_from_a_loop(const int* in, int* out, int rounds) {
    int v = in[threadIdx.x], sum = 0;
    for (int r = 0; r < rounds; ++r) {
        int from = (threadIdx.x * (r + 3) + r) & 31;
        v = __shfl_sync(FULL, v, from) ^ r;
        sum += v;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void broadcast_by_ballot(const int* in, int* out) {
    unsigned remaining = __ballot_sync(FULL, in[threadIdx.x] > 0);
    int sum = 0;
    while (remaining) {
        int source = __ffs(remaining) - 1;
        sum = sum * 3 + __shfl_sync(FULL, in[threadIdx.x], source);
        remaining &= remaining - 1;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void partial_warps(const int* in, int* out) {
    unsigned mask = __activemask();
    int v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d, 16);
    out[threadIdx.x] = v;
}

extern "C" __global__ void reduced_by_halves(const unsigned* in, unsigned* out) {
    unsigned lane = threadIdx.x, mask = lane < 16 ? 0xFFFFu : 0xFFFF0000u, sum;
    if (lane < 16) sum = __reduce_add_sync(mask, in[lane]);
    else sum = __reduce_max_sync(mask, in[lane]);
    out[lane] = sum;
}
