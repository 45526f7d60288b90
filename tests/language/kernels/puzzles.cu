// Online judges and puzzle collections: short kernels with awkward sizes, as people hand them in.
#include <stdint.h>

extern "C" __global__ void reverse_array(float* input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N / 2) {
        float t = input[i];
        input[i] = input[N - 1 - i];
        input[N - 1 - i] = t;
    }
}

extern "C" __global__ void invert_kernel(unsigned char* image, int width, int height) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= width * height) return;
    uchar4* pixel = reinterpret_cast<uchar4*>(image) + i;
    pixel->x = 255 - pixel->x;
    pixel->y = 255 - pixel->y;
    pixel->z = 255 - pixel->z;
}

struct Fnv {
    unsigned state = 0x811C9DC5u;
    __device__ Fnv& operator<<(uint8_t byte) { return state = (state ^ byte) * 0x01000193u, *this; }
};

__device__ unsigned hash_of(unsigned word) {
    Fnv h;
    for (int shift = 0; shift < 32; shift += 8) h << static_cast<uint8_t>(word >> shift);
    return h.state;
}

extern "C" __global__ void rounds_of_hashing(const unsigned* in, unsigned* out, int count, int rounds) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= count) return;
    unsigned h = in[i];
    while (rounds--) h = hash_of(h);
    out[i] = h;
}

// every candidate of `length` letters in one thread; the first letters vary fastest
extern "C" __global__ void crack(unsigned target, int length, int R, char* found, int total) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= total) return;
    char word[8];
    int rest = id;
    for (int i = 0; i < length; ++i) {
        word[i] = 'a' + rest % 26;
        rest /= 26;
    }
    unsigned h = 0;
    for (int r = 0; r < R; ++r) {
        if (r > 0) {
            h = hash_of(h);
            continue;
        }
        Fnv first;
        for (int i = 0; i < length; ++i) first << word[i];
        h = first.state;
    }
    if (h == target) {
        for (int i = 0; i < length; ++i) found[i] = word[i];
    }
}

template <typename T, int ITEMS>
__device__ __forceinline__ T sum_items(const T (&items)[ITEMS]) {
    T s = 0;
    #pragma unroll
    for (int i = 0; i < ITEMS; ++i) s += items[i];
    return s;
}

extern "C" __global__ void mse(const float* predictions, const float* targets, float* mse, int N) {
    float part[4] = {};
    const int stride = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * stride < N; i += 4 * stride) {
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            float d = predictions[i + u * stride] - targets[i + u * stride];
            part[u] += d * d;
        }
    }
    for (; i < N; i += stride) part[0] += (predictions[i] - targets[i]) * (predictions[i] - targets[i]);
    float s = sum_items(part);
    for (int mask = 16; mask; mask >>= 1) s += __shfl_xor_sync(0xffffffffu, s, mask);
    if ((threadIdx.x & 31) == 0) atomicAdd(mse, s / N);
}

// pooling with a halo in shared memory, 1-D puzzle "max pool"
constexpr int TPB = 8;
extern "C" __global__ void pooling(const int* a, int* out, int size) {
    __shared__ int shared[TPB + 2];
    int i = blockIdx.x * TPB + threadIdx.x, local_i = threadIdx.x;
    shared[local_i + 2] = i < size ? a[i] : 0;
    if (local_i < 2) shared[local_i] = i >= 2 ? a[i - 2] : 0;
    __syncthreads();
    if (i < size) out[i] = shared[local_i] + shared[local_i + 1] + shared[local_i + 2];
}

// axis sum: one block a row, tree in shared memory
extern "C" __global__ void axis_sum(const float* a, float* out, int size) {
    __shared__ float cache[TPB];
    int i = threadIdx.x, batch = blockIdx.x;
    cache[i] = i < size ? a[batch * size + i] : 0.f;
    for (int k = 1; k < TPB; k *= 2) {
        __syncthreads();
        if (i % (2 * k) == 0) cache[i] += cache[i + k];
    }
    if (i == 0) out[batch] = cache[0];
}

extern "C" __global__ void conv3d(const float* input, const float* kernel, float* output, int D, int R, int C, int kd,
                                  int kr, int kc) {
    const int od = D - kd + 1, orow = R - kr + 1, oc = C - kc + 1;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= oc || y >= orow || z >= od) return;
    float sum = 0.0f;
    for (int k = 0; k < kd; ++k)
        for (int j = 0; j < kr; ++j)
            for (int i = 0; i < kc; ++i)
                sum += input[((z + k) * R + (y + j)) * C + x + i] * kernel[(k * kr + j) * kc + i];
    output[(z * orow + y) * oc + x] = sum;
}

extern "C" __global__ void count_equal_2d(const int* input, int* output, int N, int M, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    int match = row < N && col < M && input[row * M + col] == K;
    int votes = __syncthreads_count(match);
    if (threadIdx.x == 0 && threadIdx.y == 0 && votes) atomicAdd(output, votes);
}

// top-k by repeated selection: a warp finds the largest key that has not been taken
extern "C" __global__ void top_k(const float* input, float* output, int N, int k) {
    unsigned long long taken = ~0ull;  // keys are unique: value above, complement of the position below
    for (int round = 0; round < k; ++round) {
        unsigned long long best = 0;
        for (int i = threadIdx.x; i < N; i += 32) {
            unsigned bits = __float_as_uint(input[i]);
            bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;  // order-preserving
            unsigned long long key = (unsigned long long)bits << 32 | (unsigned)(~i);
            if (key < taken && key > best) best = key;
        }
        for (int o = 16; o > 0; o /= 2) best = max(best, __shfl_xor_sync(~0u, best, o));
        taken = best;
        if (threadIdx.x == 0) output[round] = input[~(unsigned)best];
    }
}

extern "C" __global__ void nearest(const float3* points, int* indices, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float3 p = points[i];
    float best = INFINITY;
    int at = -1;
    for (int j = 0; j < N; ++j) {
        float dx = p.x - points[j].x, dy = p.y - points[j].y, dz = p.z - points[j].z;
        float d = dx * dx + dy * dy + dz * dz;
        if (j != i && d < best) best = d, at = j;
    }
    indices[i] = at;
}

// Monte Carlo integration with samples given: (b - a) times the mean
extern "C" __global__ void monte_carlo(const float* y, float* result, double a, double b, int n) {
    __shared__ double partial[4];
    double s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += y[i];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 4) {
        s = partial[threadIdx.x];
        s += __shfl_down_sync(0xf, s, 2);
        s += __shfl_down_sync(0xf, s, 1);
        if (!threadIdx.x) *result = (float)((b - a) * s / n);
    }
}

// least-significant-digit radix sort of one block: a bit a pass, places by ballots and a scan of warp counts
extern "C" __global__ void radix_sort_block(const unsigned* input, unsigned* output) {
    __shared__ unsigned keys[128];
    __shared__ int zeros_before[5];
    unsigned key = input[threadIdx.x];
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, below = (1u << lane) - 1;
    for (int bit = 0; bit < 32; ++bit) {
        const bool one = key >> bit & 1;
        const unsigned zeros = __ballot_sync(0xffffffffu, !one);
        if (lane == 0) zeros_before[warp + 1] = __popc(zeros);
        __syncthreads();
        if (threadIdx.x == 0) {
            zeros_before[0] = 0;
            for (int w = 1; w < 5; ++w) zeros_before[w] += zeros_before[w - 1];
        }
        __syncthreads();
        const int rank = zeros_before[warp] + __popc(zeros & below);
        const int place = one ? zeros_before[4] + threadIdx.x - rank : rank;
        keys[place] = key;
        __syncthreads();
        key = keys[threadIdx.x];
        __syncthreads();
    }
    output[threadIdx.x] = key;
}

// game of life on a torus, bits of 32 cells in a word: the neighbours are added as bit planes
extern "C" __global__ void life_in_words(const unsigned* now, unsigned* next, int words, int rows) {
    int x = threadIdx.x, y = blockIdx.x;
    auto at = [=](int dx, int dy) { return now[(y + dy + rows) % rows * words + (x + dx + words) % words]; };
    unsigned s0 = 0, s1 = 0, s2 = 0;  // number of neighbours, three planes; 8 wraps to 0, which also dies
    auto add = [&](unsigned plane) {
        unsigned c0 = s0 & plane, c1 = s1 & c0;
        s0 ^= plane, s1 ^= c0, s2 ^= c1;
    };
    for (int dy = -1; dy <= 1; ++dy) {
        unsigned middle = at(0, dy);
        add(__funnelshift_l(at(-1, dy), middle, 1));
        add(__funnelshift_r(middle, at(1, dy), 1));
        if (dy) add(middle);
    }
    unsigned alive = at(0, 0);
    next[y * words + x] = ~s2 & s1 & (s0 | alive);
}
