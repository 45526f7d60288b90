// Prefix sums and what is built from them: compaction, splitting, segments, run lengths.
#define FULL 0xFFFFFFFFu

extern "C" __global__ void hillis_steele(const int* in, int* out, int n) {
    extern __shared__ int buffers[];
    int t = threadIdx.x, from = 0, to = 1;
    buffers[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        buffers[to * blockDim.x + t] = buffers[from * blockDim.x + t] + (t >= d ? buffers[from * blockDim.x + t - d] : 0);
        __syncthreads();
        from = 1 - from;
        to = 1 - to;
    }
    if (t < n) out[t] = buffers[from * blockDim.x + t];
}

extern "C" __global__ void hillis_steele_in_place(int* data) {
    __shared__ int values[128];
    int t = threadIdx.x;
    values[t] = data[t];
    for (int d = 1; d < blockDim.x; d <<= 1) {
        __syncthreads();
        int other = t >= d ? values[t - d] : 0;
        __syncthreads();
        values[t] += other;
    }
    data[t] = values[t];
}

extern "C" __global__ void blelloch(const int* in, int* out, int n) {
    extern __shared__ int tree[];
    int t = threadIdx.x, offset = 1;
    tree[2 * t] = in[2 * t];
    tree[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) tree[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, kept = tree[a];
            tree[a] = tree[b];
            tree[b] += kept;
        }
    }
    __syncthreads();
    out[2 * t] = tree[2 * t];
    out[2 * t + 1] = tree[2 * t + 1];
}

#define PADDED(i) ((i) + ((i) >> 5))

extern "C" __global__ void blelloch_without_conflicts(const int* in, int* out, int n) {
    extern __shared__ int tree[];
    int t = threadIdx.x, offset = 1, a = t, b = t + n / 2;
    tree[PADDED(a)] = in[a];
    tree[PADDED(b)] = in[b];
    for (int d = n >> 1; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) tree[PADDED(offset * (2 * t + 2) - 1)] += tree[PADDED(offset * (2 * t + 1) - 1)];
    }
    if (t == 0) tree[PADDED(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int i = PADDED(offset * (2 * t + 1) - 1), j = PADDED(offset * (2 * t + 2) - 1), kept = tree[i];
            tree[i] = tree[j];
            tree[j] += kept;
        }
    }
    __syncthreads();
    out[a] = tree[PADDED(a)];
    out[b] = tree[PADDED(b)];
}

extern "C" __global__ void block_scan_by_warps(const float* in, float* out, float* totals, int n) {
    __shared__ float sums[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = i < n ? in[i] : 0.0f;
    for (int d = 1; d < 32; d *= 2) {
        float o = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v += o;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float s = lane < blockDim.x / 32 ? sums[lane] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float o = __shfl_up_sync(FULL, s, d);
            if (lane >= d) s += o;
        }
        sums[lane] = s;
    }
    __syncthreads();
    if (warp > 0) v += sums[warp - 1];
    if (i < n) out[i] = v;
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v;
}

extern "C" __global__ void add_block_offsets(float* data, const float* totals, int n) {
    __shared__ float before;
    if (threadIdx.x == 0) {
        before = 0.0f;
        for (int b = 0; b < blockIdx.x; ++b) before += totals[b];
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += before;
}

extern "C" __global__ void brent_kung(const int* in, int* out) {
    __shared__ int xy[128];
    int t = threadIdx.x;
    xy[t] = in[t];
    xy[t + 64] = in[t + 64];
    for (unsigned stride = 1; stride <= 64; stride *= 2) {
        __syncthreads();
        unsigned index = (t + 1) * 2 * stride - 1;
        if (index < 128) xy[index] += xy[index - stride];
    }
    for (int stride = 32; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned index = (t + 1) * stride * 2 - 1;
        if (index + stride < 128) xy[index + stride] += xy[index];
    }
    __syncthreads();
    out[t] = xy[t];
    out[t + 64] = xy[t + 64];
}

extern "C" __global__ void coarsened_scan(const int* in, int* out, int each) {
    __shared__ int sums[64];
    int t = threadIdx.x, first = t * each, sum = 0;
    for (int k = 0; k < each; ++k) sum += in[first + k];
    sums[t] = sum;
    __syncthreads();
    if (t == 0) {
        int running = 0;
        for (int k = 0; k < 64; ++k) {
            int s = sums[k];
            sums[k] = running;
            running += s;
        }
    }
    __syncthreads();
    int running = sums[t];
    for (int k = 0; k < each; ++k) {
        running += in[first + k];
        out[first + k] = running;
    }
}

extern "C" __global__ void stream_compaction(const int* in, int* out, int* count, int n) {
    __shared__ int counts[4], base;
    int t = threadIdx.x, i = blockIdx.x * 128 + t, lane = t % 32, warp = t / 32;
    int v = i < n ? in[i] : 0;
    bool keep = v > 50;
    unsigned mask = __ballot_sync(FULL, keep);
    if (lane == 0) counts[warp] = __popc(mask);
    __syncthreads();
    if (t == 0) {
        int total = 0;
        for (int w = 0; w < 4; ++w) {
            int c = counts[w];
            counts[w] = total;
            total += c;
        }
        base = atomicAdd(count, total);
    }
    __syncthreads();
    if (keep) out[base + counts[warp] + __popc(mask & ((1u << lane) - 1))] = v;
}

extern "C" __global__ void split_by_bit(const unsigned* in, unsigned* out, int bit) {
    __shared__ unsigned flags[128];
    int t = threadIdx.x, n = blockDim.x;
    unsigned v = in[t], b = (v >> bit) & 1;
    flags[t] = 1 - b;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        unsigned o = t >= d ? flags[t - d] : 0;
        __syncthreads();
        flags[t] += o;
        __syncthreads();
    }
    unsigned zeros = flags[n - 1], before = t ? flags[t - 1] : 0;
    out[b ? zeros + t - before : before] = v;
}

extern "C" __global__ void segmented_scan(const int* in, const unsigned char* heads, int* out) {
    __shared__ int values[64];
    __shared__ unsigned char flags[64];
    int t = threadIdx.x;
    values[t] = in[t];
    flags[t] = heads[t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        int v = values[t];
        unsigned char f = flags[t];
        if (t >= d) {
            if (!f) v += values[t - d];
            f |= flags[t - d];
        }
        __syncthreads();
        values[t] = v;
        flags[t] = f;
    }
    out[t] = values[t];
}

extern "C" __global__ void run_lengths(const int* in, int* symbols, int* starts, int* runs, int n) {
    __shared__ int place[256];
    int t = threadIdx.x;
    int head = t < n && (t == 0 || in[t] != in[t - 1]);
    place[t] = head;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int o = t >= d ? place[t - d] : 0;
        __syncthreads();
        place[t] += o;
        __syncthreads();
    }
    if (head) {
        symbols[place[t] - 1] = in[t];
        starts[place[t] - 1] = t;
    }
    if (t == blockDim.x - 1) *runs = place[t];
}

extern "C" __global__ void running_maximum(const float* in, float* out) {
    float v = in[threadIdx.x];
    __shared__ float tails[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        float o = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v = fmaxf(v, o);
    }
    if (lane == 31) tails[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; ++w) v = fmaxf(v, tails[w]);
    out[threadIdx.x] = v;
}
