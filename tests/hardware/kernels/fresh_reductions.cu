// Reductions: the seven classic versions, shuffles, cooperative groups, extremes with places, norms, moments.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <float.h>
namespace cg = cooperative_groups;

extern "C" __global__ void reduce0(int* g_idata, int* g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = g_idata[i];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

extern "C" __global__ void reduce1(int* g_idata, int* g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) {
            sdata[index] += sdata[index + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

extern "C" __global__ void reduce2(float* g_idata, float* g_odata, unsigned int n) {
    extern __shared__ float fdata[];
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    fdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) fdata[tid] += fdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = fdata[0];
}

// First add during the load.
extern "C" __global__ void reduce3(float* g_idata, float* g_odata, unsigned int n) {
    extern __shared__ float fdata[];
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    float mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
    fdata[tid] = mySum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) fdata[tid] = mySum = mySum + fdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = mySum;
}

// The last warp by itself, on volatile memory and with warp barriers.
__device__ void warpReduce(volatile int* sdata, int tid) {
    int v = sdata[tid];
    v += sdata[tid + 32]; __syncwarp();
    sdata[tid] = v; __syncwarp();
    v += sdata[tid + 16]; __syncwarp();
    sdata[tid] = v; __syncwarp();
    v += sdata[tid + 8]; __syncwarp();
    sdata[tid] = v; __syncwarp();
    v += sdata[tid + 4]; __syncwarp();
    sdata[tid] = v; __syncwarp();
    v += sdata[tid + 2]; __syncwarp();
    sdata[tid] = v; __syncwarp();
    v += sdata[tid + 1]; __syncwarp();
    sdata[tid] = v;
}

extern "C" __global__ void reduce4(int* g_idata, int* g_odata) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
    if (tid < 32) sdata[blockDim.x + tid] = 0;  // so that the tail may read past the end of what it sums
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32) warpReduce(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

// Unrolled by a template, several elements a thread.
template <unsigned int blockSize, typename T>
__device__ void reduce_unrolled(const T* in, T* out, unsigned int n) {
    __shared__ T sdata[blockSize];
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockSize * 2 + tid, gridSize = blockSize * 2 * gridDim.x;
    T sum = 0;
    while (i < n) {
        sum += in[i];
        if (i + blockSize < n) sum += in[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = sum;
    __syncthreads();
    if (blockSize >= 256) { if (tid < 128) sdata[tid] = sum = sum + sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) sdata[tid] = sum = sum + sdata[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        if (blockSize >= 64) sum += sdata[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (tid == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void reduce5_float(const float* in, float* out, unsigned n) { reduce_unrolled<256>(in, out, n); }
extern "C" __global__ void reduce5_double(const double* in, double* out, unsigned n) {
    reduce_unrolled<128>(in, out, n);
}
extern "C" __global__ void reduce5_long(const long long* in, long long* out, unsigned n) {
    reduce_unrolled<64>(in, out, n);
}

// Shuffles inside a warp, one slot a warp.
extern "C" __global__ void reduce6_shuffle(const float* in, float* out, int n) {
    static __shared__ float shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    float val = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) val += in[i];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0)
        for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
    if (threadIdx.x == 0) out[blockIdx.x] = val;
}

extern "C" __global__ void reduce_groups(const int* in, int* out) {
    __shared__ int sums[8];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int v = cg::reduce(tile, in[block.group_index().x * block.size() + block.thread_rank()], cg::plus<int>());
    if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v;
    block.sync();
    if (block.thread_rank() < 8) {
        auto eight = cg::tiled_partition<8>(block);
        int total = sums[block.thread_rank()];
        for (int offset = 4; offset; offset >>= 1) total += eight.shfl_down(total, offset);
        if (eight.thread_rank() == 0) out[block.group_index().x] = total;
    }
}

// float4 loads and a tail.
extern "C" __global__ void reduce_float4(const float* in, float* out, int n) {
    __shared__ float warps[4];
    float sum = 0;
    const float4* in4 = reinterpret_cast<const float4*>(in);
    for (int i = threadIdx.x; i < n / 4; i += blockDim.x) {
        float4 v = in4[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    for (int i = n / 4 * 4 + threadIdx.x; i < n; i += blockDim.x) sum += in[i];
    for (int m = 16; m; m >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, m);
    if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) *out = warps[0] + warps[1] + warps[2] + warps[3];
}

// Segmented sum of short rows: eight lanes a row.
extern "C" __global__ void row_sums_8(const short* in, int* out, int rows, int cols) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    int sum = 0;
    if (row < rows)
        for (int c = tile.thread_rank(); c < cols; c += 8) sum += in[row * cols + c];
    sum += tile.shfl_xor(sum, 4), sum += tile.shfl_xor(sum, 2), sum += tile.shfl_xor(sum, 1);
    if (row < rows && tile.thread_rank() == 0) out[row] = sum;
}

struct Best {
    float value;
    int place;
};

extern "C" __global__ void argmax_struct(const float* in, Best* best, int n) {
    __shared__ Best s[128];
    Best mine = {-FLT_MAX, -1};
    for (int i = threadIdx.x + blockIdx.x * 128; i < n; i += 128 * gridDim.x)
        if (in[i] > mine.value) mine.value = in[i], mine.place = i;
    s[threadIdx.x] = mine;
    for (int d = 64; d; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d && s[threadIdx.x + d].value > s[threadIdx.x].value) s[threadIdx.x] = s[threadIdx.x + d];
    }
    if (threadIdx.x == 0) best[blockIdx.x] = s[0];
}

// Minimum and maximum at once, two arrays; 100 threads.
extern "C" __global__ void min_max_odd_block(const int* in, int2* out, int n) {
    __shared__ int lows[100], highs[100];
    int low = 0x7fffffff, high = ~0x7fffffff;
    for (int i = threadIdx.x; i < n; i += blockDim.x) low = min(low, in[i]), high = max(high, in[i]);
    lows[threadIdx.x] = low, highs[threadIdx.x] = high;
    __syncthreads();
    int left = blockDim.x;
    while (left > 1) {
        int half = (left + 1) / 2;
        if (threadIdx.x < left / 2) {
            lows[threadIdx.x] = min(lows[threadIdx.x], lows[threadIdx.x + half]);
            highs[threadIdx.x] = max(highs[threadIdx.x], highs[threadIdx.x + half]);
        }
        __syncthreads();
        left = half;
    }
    if (threadIdx.x == 0) *out = make_int2(lows[0], highs[0]);
}

// Dot product finished with an atomic; both variants of the norm.
extern "C" __global__ void dot_atomic(const float* a, const float* b, float* result, int n) {
    __shared__ float cache[256];
    int tid = threadIdx.x + blockIdx.x * blockDim.x, cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0) atomicAdd(result, cache[0]);
}

extern "C" __global__ void norms(const double* x, double* out, int n) {
    double sum = 0, top = 0;
    for (int i = threadIdx.x; i < n; i += 32) sum += x[i] * x[i], top = fmax(top, fabs(x[i]));
    for (int d = 16; d; d /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, d);
        top = fmax(top, __shfl_down_sync(0xffffffff, top, d));
    }
    if (threadIdx.x == 0) out[0] = sqrt(sum), out[1] = top;
}

// Welford: mean and variance in one pass, combined pairwise in a struct of 12 bytes.
struct Moments {
    float mean, m2;
    int count;
    __device__ void add(float v) {
        ++count;
        float d = v - mean;
        mean += d / count;
        m2 += d * (v - mean);
    }
    __device__ void merge(const Moments& o) {
        int total = count + o.count;
        if (total == 0) return;
        float d = o.mean - mean, share = (float)o.count / total;
        mean += d * share;
        m2 += o.m2 + d * d * count * share;
        count = total;
    }
};

extern "C" __global__ void welford(const float* in, float2* out, int n) {
    __shared__ Moments s[64];
    Moments m = {0, 0, 0};
    for (int i = threadIdx.x; i < n; i += 64) m.add(in[blockIdx.x * n + i]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int d = 32; d; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x].merge(s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = make_float2(s[0].mean, s[0].m2 / s[0].count);
}

// Counts by votes and by a counting barrier.
extern "C" __global__ void count_votes(const int* in, int* out, int limit) {
    __shared__ int counts[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned ballot = __ballot_sync(0xffffffff, in[i] < limit);
    if (threadIdx.x % 32 == 0) counts[threadIdx.x / 32] = __popc(ballot);
    int even = __syncthreads_count(in[i] % 2 == 0);
    int any = __syncthreads_or(in[i] == limit), all = __syncthreads_and(in[i] >= 0);
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < blockDim.x / 32; ++w) sum += counts[w];
        out[blockIdx.x * 4] = sum;
        out[blockIdx.x * 4 + 1] = even;
        out[blockIdx.x * 4 + 2] = any != 0;
        out[blockIdx.x * 4 + 3] = all != 0;
    }
}

// The last block to finish adds what all blocks left.
extern "C" __global__ void reduce_last_block(const int* in, int* partial, int* out, unsigned* done, int n) {
    __shared__ int s[64];
    __shared__ bool last;
    int sum = 0;
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) sum += in[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    int total = threadIdx.x < gridDim.x ? ((volatile int*)partial)[threadIdx.x] : 0;
    s[threadIdx.x] = total;
    __syncthreads();
    if (threadIdx.x < 32) {
        total += s[threadIdx.x + 32];
        total = __reduce_add_sync(0xffffffff, total);
    }
    if (threadIdx.x == 0) *out = total, *done = 0;
}
