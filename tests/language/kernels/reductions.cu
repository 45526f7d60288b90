// The reduction ladder of every course: from divergent to shuffles, and what else is reduced.
#include <cmath>

extern "C" __global__ void reduce_interleaved_divergent(const int* in, int* out) {
    extern __shared__ int data[];
    unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce_interleaved_indexed(const int* in, int* out) {
    extern __shared__ int data[];
    unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * t;
        if (index < blockDim.x) data[index] += data[index + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce_sequential(const int* in, int* out) {
    extern __shared__ int data[];
    unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce_first_add(const int* in, int* out) {
    extern __shared__ int data[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    data[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

__device__ void last_warp(volatile int* data, unsigned t) {
    data[t] += data[t + 32];
    data[t] += data[t + 16];
    data[t] += data[t + 8];
    data[t] += data[t + 4];
    data[t] += data[t + 2];
    data[t] += data[t + 1];
}

extern "C" __global__ void reduce_last_warp_unsynchronised(const int* in, int* out) {
    extern __shared__ int data[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    data[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t < 32) last_warp(data, t);  // a race since Volta: lanes of a warp are not in step
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce_last_warp(const int* in, int* out) {
    extern __shared__ int data[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    data[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t < 32) {
        int v = data[t];
#pragma unroll
        for (int s = 32; s > 0; s >>= 1) {
            v += data[t + s];
            __syncwarp();
            data[t] = v;
            __syncwarp();
        }
        if (t == 0) out[blockIdx.x] = v;
    }
}

template <unsigned BLOCK>
__device__ void unrolled(const int* in, int* out, int n) {
    __shared__ int data[BLOCK];
    unsigned t = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * (BLOCK * 2) + t; i < n; i += BLOCK * 2 * gridDim.x) {
        sum += in[i];
        if (i + BLOCK < n) sum += in[i + BLOCK];
    }
    data[t] = sum;
    __syncthreads();
    if (BLOCK >= 512) { if (t < 256) data[t] = sum = sum + data[t + 256]; __syncthreads(); }
    if (BLOCK >= 256) { if (t < 128) data[t] = sum = sum + data[t + 128]; __syncthreads(); }
    if (BLOCK >= 128) { if (t < 64) data[t] = sum = sum + data[t + 64]; __syncthreads(); }
    if (t < 32) {
        if (BLOCK >= 64) sum += data[t + 32];
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
        if (t == 0) out[blockIdx.x] = sum;
    }
}

extern "C" __global__ void reduce_unrolled(const int* in, int* out, int n) { unrolled<128>(in, out, n); }

__inline__ __device__ int warp_reduce(int v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xFFFFFFFF, v, offset);
    return v;
}

__inline__ __device__ int block_reduce(int v) {
    static __shared__ int partial[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    v = warp_reduce(v);
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0;
    if (warp == 0) v = warp_reduce(v);
    return v;
}

extern "C" __global__ void reduce_with_shuffles(const int* in, int* total, int n) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
    sum = block_reduce(sum);
    if (threadIdx.x == 0) atomicAdd(total, sum);
}

extern "C" __global__ void reduce_vectorised(const int4* in, int* total, int quads) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        int4 v = in[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = __reduce_add_sync(0xFFFFFFFFu, sum);
    if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

extern "C" __global__ void dot_product(const float* a, const float* b, float* out, int n) {
    __shared__ float cache[128];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = cache[0];
}

extern "C" __global__ void arg_maximum(const float* in, int n, int* where, float* value) {
    __shared__ float best[64];
    __shared__ int at[64];
    int t = threadIdx.x;
    float v = -INFINITY;
    int k = -1;
    for (int i = t; i < n; i += 64)
        if (in[i] > v) { v = in[i]; k = i; }
    best[t] = v;
    at[t] = k;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (t < s && (best[t + s] > best[t] || (best[t + s] == best[t] && at[t + s] < at[t]))) {
            best[t] = best[t + s];
            at[t] = at[t + s];
        }
        __syncthreads();
    }
    if (t == 0) { *where = at[0]; *value = best[0]; }
}

struct Moments {
    int n;
    double mean, m2;
};

__device__ Moments combine(Moments a, Moments b) {
    if (b.n == 0) return a;
    if (a.n == 0) return b;
    int n = a.n + b.n;
    double delta = b.mean - a.mean;
    return {n, a.mean + delta * b.n / n, a.m2 + b.m2 + delta * delta * a.n * b.n / n};
}

extern "C" __global__ void mean_and_variance(const float* in, int n, double* out) {
    __shared__ Moments moments[64];
    Moments mine = {0, 0.0, 0.0};
    for (int i = threadIdx.x; i < n; i += 64) {
        ++mine.n;
        double delta = in[i] - mine.mean;
        mine.mean += delta / mine.n;
        mine.m2 += delta * (in[i] - mine.mean);
    }
    moments[threadIdx.x] = mine;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s) moments[threadIdx.x] = combine(moments[threadIdx.x], moments[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[0] = moments[0].mean;
        out[1] = moments[0].m2 / moments[0].n;
    }
}

extern "C" __global__ void row_sums(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) sum += in[row * cols + c];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xFFFFFFFF, sum, o);
    if (threadIdx.x == 0) out[row] = sum;
}

extern "C" __global__ void column_sums(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[8][33];
    int col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (col < cols)
        for (int r = threadIdx.y; r < rows; r += 8) sum += in[r * cols + col];
    tile[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && col < cols) {
        for (int k = 1; k < 8; ++k) sum += tile[k][threadIdx.x];
        out[col] = sum;
    }
}

extern "C" __global__ void race_of_a_missing_barrier(const int* in, int* out) {
    __shared__ int data[128];
    unsigned t = threadIdx.x;
    data[t] = in[t];
    __syncthreads();
    for (unsigned s = 64; s > 0; s >>= 1)
        if (t < s) data[t] += data[t + s];
    if (t == 0) out[0] = data[0];
}
