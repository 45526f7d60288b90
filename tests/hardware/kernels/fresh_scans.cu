// Scans and what is built on them: Hillis-Steele, Blelloch, warps, look-back, segments, compaction, partition.
#define SECTION_SIZE 128
#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

extern "C" __global__ void Kogge_Stone_scan_kernel(float* X, float* Y, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        XY[threadIdx.x] = X[i];
    } else {
        XY[threadIdx.x] = 0.0f;
    }
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < N) Y[i] = XY[threadIdx.x];
}

// Two buffers in turn, in one dynamic array.
extern "C" __global__ void hillis_steele(float* g_odata, float* g_idata, int n) {
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset) temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[thid] = temp[pout * n + thid];
}

extern "C" __global__ void Brent_Kung_scan_kernel(float* X, float* Y, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < N ? X[i] : 0.0f;
    XY[threadIdx.x + blockDim.x] = i + blockDim.x < N ? X[i + blockDim.x] : 0.0f;
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < SECTION_SIZE) XY[index] += XY[index - stride];
    }
    for (int stride = SECTION_SIZE / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < SECTION_SIZE) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// Work-efficient, exclusive, n = 2 * threads.
extern "C" __global__ void blelloch(int* g_odata, int* g_idata, int n) {
    extern __shared__ int itemp[];
    int thid = threadIdx.x, offset = 1;
    itemp[2 * thid] = g_idata[2 * thid];
    itemp[2 * thid + 1] = g_idata[2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            itemp[bi] += itemp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) itemp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            int t = itemp[ai];
            itemp[ai] = itemp[bi];
            itemp[bi] += t;
        }
    }
    __syncthreads();
    g_odata[2 * thid] = itemp[2 * thid];
    g_odata[2 * thid + 1] = itemp[2 * thid + 1];
}

// The same without bank conflicts: indices padded by one every 32.
extern "C" __global__ void blelloch_no_conflicts(int* g_odata, int* g_idata, int n) {
    extern __shared__ int itemp[];
    int thid = threadIdx.x, offset = 1;
    int ai = thid, bi = thid + (n / 2);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    itemp[ai + bankOffsetA] = g_idata[ai];
    itemp[bi + bankOffsetB] = g_idata[bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a), b += CONFLICT_FREE_OFFSET(b);
            itemp[b] += itemp[a];
        }
        offset *= 2;
    }
    if (thid == 0) itemp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a), b += CONFLICT_FREE_OFFSET(b);
            int t = itemp[a];
            itemp[a] = itemp[b];
            itemp[b] += t;
        }
    }
    __syncthreads();
    g_odata[ai] = itemp[ai + bankOffsetA];
    g_odata[bi] = itemp[bi + bankOffsetB];
}

__device__ __forceinline__ int inclusive_warp(int v, int lane) {
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int n = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += n;
    }
    return v;
}

// Warp scans, a scan of their totals, one add.
extern "C" __global__ void scan_warps(const int* in, int* out, int* block_sums, int n) {
    __shared__ int totals[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = inclusive_warp(i < n ? in[i] : 0, lane);
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) totals[lane] = inclusive_warp(lane < blockDim.x / 32 ? totals[lane] : 0, lane);
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    if (i < n) out[i] = v;
    if (threadIdx.x == blockDim.x - 1) block_sums[blockIdx.x] = v;
}

extern "C" __global__ void add_block_sums(int* data, const int* block_sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) data[i] += block_sums[blockIdx.x - 1];
}

// A thread scans four elements in registers, loads and stores are int4.
extern "C" __global__ void scan_int4(const int4* in, int4* out) {
    __shared__ int warp_total[4];
    int4 v = in[threadIdx.x];
    v.y += v.x, v.z += v.y, v.w += v.z;
    int lane = threadIdx.x % 32, sum = inclusive_warp(v.w, lane), before = sum - v.w;
    if (lane == 31) warp_total[threadIdx.x / 32] = sum;
    __syncthreads();
    for (int w = 0; w < threadIdx.x / 32; ++w) before += warp_total[w];
    v.x += before, v.y += before, v.z += before, v.w += before;
    out[threadIdx.x] = v;
}

// Coarsened: every thread walks its own piece of shared memory (PMPP's three phases).
extern "C" __global__ void scan_three_phases(const float* X, float* Y) {
    __shared__ float s[64 * 6], ends[64];
    for (int i = threadIdx.x; i < 384; i += 64) s[i] = X[blockIdx.x * 384 + i];
    __syncthreads();
    for (int k = 1; k < 6; ++k) s[threadIdx.x * 6 + k] += s[threadIdx.x * 6 + k - 1];
    ends[threadIdx.x] = s[threadIdx.x * 6 + 5];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        float add = threadIdx.x >= d ? ends[threadIdx.x - d] : 0.0f;
        __syncthreads();
        ends[threadIdx.x] += add;
    }
    __syncthreads();
    if (threadIdx.x > 0)
        for (int k = 0; k < 6; ++k) s[threadIdx.x * 6 + k] += ends[threadIdx.x - 1];
    __syncthreads();
    for (int i = threadIdx.x; i < 384; i += 64) Y[blockIdx.x * 384 + i] = s[i];
}

// Products of doubles in byte-flagged segments: a flag starts a new one.
extern "C" __global__ void segmented_scan(const double* in, const unsigned char* head, double* out) {
    __shared__ double v[96];
    __shared__ unsigned char flag[96];
    int t = threadIdx.x, at = blockIdx.x * 96 + t;
    v[t] = in[at];
    flag[t] = head[at] == 0 || t == 0;
    __syncthreads();
    for (int d = 1; d < 96; d <<= 1) {
        double left = t >= d ? v[t - d] : 0;
        bool stop = flag[t], passed = t >= d ? flag[t - d] : true;
        __syncthreads();
        if (!stop && t >= d) v[t] += left;
        flag[t] = stop || passed;
        __syncthreads();
    }
    out[at] = v[t];
}

// Compaction: ballots in a warp, one scan of eight counts, stable.
extern "C" __global__ void compact_stable(const int* in, int* out, int* count, int threshold) {
    __shared__ int warp_count[8], warp_base[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, v = in[threadIdx.x];
    bool keep = v > threshold;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (lane == 0) warp_count[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < 8; ++w) {
            warp_base[w] = sum;
            sum += warp_count[w];
        }
        *count = sum;
    }
    __syncthreads();
    if (keep) out[warp_base[warp] + __popc(votes & ((1u << lane) - 1))] = v;
}

// Partition in shared memory: true ones to the front, others to the back, then written in order.
extern "C" __global__ void partition_block(const float* in, float* out, float pivot) {
    __shared__ float staged[128];
    __shared__ int rank[128];
    int t = threadIdx.x;
    float v = in[blockIdx.x * 128 + t];
    rank[t] = v < pivot;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int add = t >= d ? rank[t - d] : 0;
        __syncthreads();
        rank[t] += add;
        __syncthreads();
    }
    int trues = rank[127], mine = rank[t];
    staged[v < pivot ? mine - 1 : trues + t - mine] = v;
    __syncthreads();
    out[blockIdx.x * 128 + t] = staged[t];
}

// Run-length encoding of one warp's bytes.
extern "C" __global__ void run_lengths(const unsigned char* in, unsigned char* value, short* length, int* runs) {
    unsigned char v = in[threadIdx.x];
    int before = __shfl_up_sync(0xffffffff, (int)v, 1);
    bool head = threadIdx.x == 0 || before != v;
    unsigned heads = __ballot_sync(0xffffffff, head);
    if (head) {
        int slot = __popc(heads & ((1u << threadIdx.x) - 1));
        unsigned later = heads & ~((2u << threadIdx.x) - 1);
        value[slot] = v;
        length[slot] = (later ? __ffs(later) - 1 : 32) - threadIdx.x;
    }
    if (threadIdx.x == 0) *runs = __popc(heads);
}

// Decoupled look-back: blocks take tiles in order; one thread adds up what the tiles before have published.
extern "C" __global__ void scan_look_back(const int* in, int* out, unsigned* next, volatile int* aggregate,
                                          volatile int* prefix, volatile int* state) {
    __shared__ int totals[4], tile, before;
    if (threadIdx.x == 0) tile = atomicAdd(next, 1);
    __syncthreads();
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = inclusive_warp(in[tile * 128 + threadIdx.x], lane);
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; ++w) v += totals[w];
    if (threadIdx.x == 127) {
        aggregate[tile] = v;
        __threadfence();
        state[tile] = 1;
        int sum = 0;
        for (int t = tile - 1; t >= 0; --t) {
            int seen;
            while ((seen = state[t]) == 0) {}
            __threadfence();
            if (seen == 2) {
                sum += prefix[t];
                break;
            }
            sum += aggregate[t];
        }
        prefix[tile] = sum + v;
        __threadfence();
        state[tile] = 2;
        before = sum;
    }
    __syncthreads();
    out[tile * 128 + threadIdx.x] = v + before;
}
