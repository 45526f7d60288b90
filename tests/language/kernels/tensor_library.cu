// What a tensor library launches: strided and vectorised functions, moments, indexing, scans, sampling, permutations.
#include <assert.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

constexpr unsigned ALL = 0xffffffffu;

// Division by a number known before the launch, right for every 32-bit n: the host finds the factor and the shifts.
struct Divisor {
    uint32_t by, factor;
    uint8_t first, second;

    // The quotient; n becomes the rest.
    __device__ uint32_t split(uint32_t& n) const {
        const uint32_t high = __umulhi(n, factor), quotient = (high + ((n - high) >> first)) >> second;
        n -= quotient * by;
        return quotient;
    }
};

constexpr int MOST_DIMS = 5;

// Where three operands have their elements: sizes and strides, the fastest dimension first. A stride of 0 broadcasts.
struct Iteration {
    int dims;
    Divisor sizes[MOST_DIMS];
    int strides[3][MOST_DIMS];

    template <int COUNT>
    __device__ void offsets(uint32_t index, int (&out)[COUNT]) const {
        for (int& o : out) o = 0;
        #pragma unroll
        for (int d = 0; d < MOST_DIMS; ++d) {
            if (d == dims) break;
            uint32_t here = index;
            index = sizes[d].split(here);
            #pragma unroll
            for (int k = 0; k < COUNT; ++k) out[k] += int(here) * strides[k][d];
        }
    }
};

struct Blend {
    float weight;
    __device__ float operator()(float a, float b) const { return fmaf(weight, b - a, a); }
};

struct Distance {
    int power;
    __device__ float operator()(float a, float b) const {
        float d = fabsf(a - b), product = 1.0f;
        for (int n = power; n; n >>= 1, d *= d)
            if (n & 1) product *= d;
        return product;
    }
};

template <typename Function>
__global__ void strided_map(Iteration at, const float* a, const float* b, float* out, uint32_t count, Function f) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int offset[3];
        at.offsets(i, offset);
        out[offset[0]] = f(a[offset[1]], b[offset[2]]);
    }
}

// Conditions are bytes; anything but 0 is true.
extern "C" __global__ void where_broadcast(Iteration at, const bool* condition, const double* yes, double no,
                                           double* out, uint32_t count) {
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int offset[2];
    at.offsets(i, offset);
    out[i] = condition[offset[0]] ? yes[offset[1]] : no;
}

// A bound may be missing; what is not a number stays so.
extern "C" __global__ void clamp_broadcast(const float* x, const float* low, const float* high, float* out, int rows,
                                           int cols) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= cols) return;
    float v = x[row * cols + col];
    if (v == v) {
        if (low) v = fmaxf(v, low[row]);
        if (high) v = fminf(v, high[col]);
    }
    out[row * cols + col] = v;
}

template <typename T, int N>
struct alignas(sizeof(T) * N) Pack {
    T items[N];
};

// As many elements at once as the addresses allow: the widest pack first, then half as wide, in the end one by one.
template <int N, typename T, typename Function>
__device__ void in_packs(const T* in, T* out, int64_t count, Function f) {
    using Wide = Pack<T, N>;
    const uintptr_t addresses = reinterpret_cast<uintptr_t>(in) | reinterpret_cast<uintptr_t>(out);
    if constexpr (N > 1) {
        if (addresses % sizeof(Wide) != 0) {
            in_packs<N / 2>(in, out, count, f);
            return;
        }
    }
    const int64_t me = int64_t(blockIdx.x) * blockDim.x + threadIdx.x, all = int64_t(gridDim.x) * blockDim.x;
    for (int64_t i = me; i < count / N; i += all) {
        Wide pack = reinterpret_cast<const Wide*>(in)[i];
        for (T& item : pack.items) item = f(item);
        reinterpret_cast<Wide*>(out)[i] = pack;
    }
    for (int64_t i = count / N * N + me; i < count; i += all) out[i] = f(in[i]);
}

extern "C" __global__ void hard_swish(const float* in, float* out, int64_t skipped, int64_t count) {
    in_packs<4>(in + skipped, out + skipped, count,
                [](float x) { return x * __saturatef(fmaf(x, 0.125f, 0.5f)); });
}

extern "C" __global__ void saturating_shift(const int8_t* in, int8_t* out, int64_t skipped, int64_t count, int by) {
    in_packs<16>(in + skipped, out + skipped, count,
                 [by](int8_t x) { return int8_t(max(-128, min(127, int(x) << by))); });
}

// Any struct of whole words goes through a shuffle word by word.
template <typename T>
__device__ T from_lane_xor(const T& value, int mask) {
    static_assert(sizeof(T) % sizeof(int) == 0, "whole words");
    int words[sizeof(T) / sizeof(int)];
    memcpy(words, &value, sizeof(T));
    #pragma unroll
    for (int& word : words) word = __shfl_xor_sync(ALL, word, mask);
    T other;
    memcpy(&other, words, sizeof(T));
    return other;
}

template <typename T, typename Combine>
__device__ T over_warp(T value, Combine combine) {
    #pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) value = combine(value, from_lane_xor(value, mask));
    return value;
}

// Every thread gets the result. THREADS is a multiple of 32.
template <int THREADS, typename T, typename Combine>
__device__ T over_block(T value, T nothing, Combine combine) {
    __shared__ T by_warp[THREADS / 32];
    value = over_warp(value, combine);
    if (threadIdx.x % 32 == 0) by_warp[threadIdx.x / 32] = value;
    __syncthreads();
    value = nothing;
    for (const T& part : by_warp) value = combine(value, part);
    __syncthreads();
    return value;
}

// Mean and sum of squared deviations, kept while numbers come one by one; two of them merge.
struct Moments {
    float mean, squares;
    int count;

    __device__ Moments with(float x) const {
        const float away = x - mean, moved = mean + away / (count + 1);
        return {moved, fmaf(away, x - moved, squares), count + 1};
    }
    __device__ static Moments merged(const Moments& a, const Moments& b) {
        const int count = a.count + b.count;
        if (count == 0) return a;
        const float away = b.mean - a.mean, share = float(b.count) / count;
        return {fmaf(away, share, a.mean), a.squares + b.squares + away * away * share * a.count, count};
    }
};

extern "C" __global__ void welford_moments(const float* x, float* means, float* variances, int cols, int correction) {
    Moments m{};
    for (int c = threadIdx.x; c < cols; c += 64) m = m.with(x[blockIdx.x * cols + c]);
    m = over_block<64>(m, Moments{}, Moments::merged);
    if (threadIdx.x == 0) {
        means[blockIdx.x] = m.mean;
        variances[blockIdx.x] = m.squares / (m.count - correction);
    }
}

// What a type is computed in, and the way there and back.
template <typename T>
struct Traits;
template <>
struct Traits<float> {
    using Compute = float;
    __device__ static float load(float x) { return x; }
    __device__ static float store(float x) { return x; }
};
template <>
struct Traits<__half> {
    using Compute = float;
    __device__ static float load(__half x) { return __half2float(x); }
    __device__ static __half store(float x) { return __float2half_rn(x); }
};
template <>
struct Traits<__nv_bfloat16> {
    using Compute = float;
    __device__ static float load(__nv_bfloat16 x) { return __bfloat162float(x); }
    __device__ static __nv_bfloat16 store(float x) { return __float2bfloat16_rn(x); }
};
template <>
struct Traits<double> {
    using Compute = double;
    __device__ static double load(double x) { return x; }
    __device__ static double store(double x) { return x; }
};

template <typename T>
__device__ void scaled_add(const T* a, const T* b, T* out, float by, int count) {
    using To = Traits<T>;
    using Compute = typename To::Compute;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = To::store(To::load(a[i]) + Compute(by) * To::load(b[i]));
}

extern "C" __global__ void scaled_add_halves(const __half* a, const __half* b, __half* out, float by, int count) {
    scaled_add(a, b, out, by, count);
}

extern "C" __global__ void scaled_add_bfloats(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out,
                                              float by, int count) {
    scaled_add(a, b, out, by, count);
}

extern "C" __global__ void scaled_add_doubles(const double* a, const double* b, double* out, float by, int count) {
    scaled_add(a, b, out, by, count);
}

// A row of at most 32 * PACKS packs stays in the registers of a warp; a pack is 16 bytes of whatever T is.
template <typename T, int PACKS, bool LOGARITHM>
__device__ void softmax_in_registers(const T* in, T* out, int rows, int cols) {
    union Sixteen {
        uint4 words;
        T items[16 / sizeof(T)];
        __device__ Sixteen() : words{} {}
    };
    constexpr int EACH = 16 / sizeof(T);
    using To = Traits<T>;
    const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float x[PACKS][EACH];
    float top = -INFINITY;
    #pragma unroll
    for (int p = 0; p < PACKS; ++p) {
        const int col = (p * 32 + lane) * EACH;
        Sixteen pack;
        if (col < cols) pack.words = *reinterpret_cast<const uint4*>(in + int64_t(row) * cols + col);
        #pragma unroll
        for (int e = 0; e < EACH; ++e) {
            x[p][e] = col < cols ? To::load(pack.items[e]) : -INFINITY;
            top = fmaxf(top, x[p][e]);
        }
    }
    const auto greater = [](float a, float b) { return fmaxf(a, b); };
    const auto plus = [](float a, float b) { return a + b; };
    top = over_warp(top, greater);
    float sum = 0.0f;
    #pragma unroll
    for (auto& pack : x)
        #pragma unroll
        for (float& v : pack) {
            v -= top;
            const float power = __expf(v);
            sum += power;
            if constexpr (!LOGARITHM) v = power;
        }
    sum = over_warp(sum, plus);
    const float factor = LOGARITHM ? logf(sum) : __frcp_rn(sum);
    #pragma unroll
    for (int p = 0; p < PACKS; ++p) {
        const int col = (p * 32 + lane) * EACH;
        if (col >= cols) break;
        Sixteen pack;
        #pragma unroll
        for (int e = 0; e < EACH; ++e) pack.items[e] = To::store(LOGARITHM ? x[p][e] - factor : x[p][e] * factor);
        *reinterpret_cast<uint4*>(out + int64_t(row) * cols + col) = pack.words;
    }
}

extern "C" __global__ void row_softmax(const float* in, float* out, int rows, int cols) {
    softmax_in_registers<float, 2, false>(in, out, rows, cols);
}

extern "C" __global__ void row_softmax_halves(const __half* in, __half* out, int rows, int cols) {
    softmax_in_registers<__half, 1, false>(in, out, rows, cols);
}

extern "C" __global__ void row_log_softmax_bfloats(const __nv_bfloat16* in, __nv_bfloat16* out, int rows, int cols) {
    softmax_in_registers<__nv_bfloat16, 1, true>(in, out, rows, cols);
}

enum class Bag : uint8_t { sum, mean, maximum };

// A bag is the rows of a table that its stretch of indices names; a negative index is padding.
template <Bag KIND>
__device__ void embedding_bag_of(const float* table, const int64_t* indices, const int64_t* offsets,
                                 const float* weights, float* out, int* chosen, int64_t total, int width) {
    const int bag = blockIdx.x;
    const int64_t begin = offsets[bag], end = bag + 1 < int(gridDim.x) ? offsets[bag + 1] : total;
    for (int c = threadIdx.x; c < width; c += blockDim.x) {
        float result = KIND == Bag::maximum ? -INFINITY : 0.0f;
        int used = 0, which = -1;
        for (int64_t i = begin; i < end; ++i) {
            if (indices[i] < 0) continue;
            const float v = table[indices[i] * width + c];
            if constexpr (KIND == Bag::maximum) {
                if (v > result) {
                    result = v;
                    which = int(indices[i]);
                }
            } else {
                result = weights ? fmaf(weights[i], v, result) : result + v;
            }
            ++used;
        }
        if (used == 0) result = 0.0f;
        if (KIND == Bag::mean && used > 0) result /= used;
        out[bag * width + c] = result;
        if constexpr (KIND == Bag::maximum) chosen[bag * width + c] = which;
    }
}

extern "C" __global__ void embedding_bag(const float* table, const int64_t* indices, const int64_t* offsets,
                                         const float* weights, float* out, int* chosen, int64_t total, int width,
                                         Bag kind) {
    switch (kind) {
        case Bag::sum: return embedding_bag_of<Bag::sum>(table, indices, offsets, weights, out, chosen, total, width);
        case Bag::mean: return embedding_bag_of<Bag::mean>(table, indices, offsets, nullptr, out, chosen, total, width);
        case Bag::maximum:
            return embedding_bag_of<Bag::maximum>(table, indices, offsets, nullptr, out, chosen, total, width);
    }
}

__device__ void accumulate(float* to, float x) { atomicAdd(to, x); }
__device__ void accumulate(int64_t* to, int64_t x) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(x));
}
// The word around a byte is exchanged until nobody was in between.
__device__ void accumulate(uint8_t* to, uint8_t x) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(to);
    auto* word = reinterpret_cast<unsigned*>(address & ~uintptr_t(3));
    const unsigned shift = address % 4 * 8;
    unsigned seen = *word, before;
    do {
        before = seen;
        const unsigned sum = ((before >> shift) + x & 0xffu) << shift;
        seen = atomicCAS(word, before, before & ~(0xffu << shift) | sum);
    } while (seen != before);
}

// self[index[i], :] += by * source[i, :]; an index counts from the end if it is negative.
template <typename T, typename Index>
__device__ void index_add(T* self, const Index* index, const T* source, T by, int entries, int rows, int width) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < entries * width; i += gridDim.x * blockDim.x) {
        Index row = index[i / width];
        assert(-rows <= row && row < rows);
        if (row < 0) row += rows;
        accumulate(self + row * width + i % width, T(by * source[i]));
    }
}

extern "C" __global__ void index_add_floats(float* self, const int64_t* index, const float* source, float by,
                                            int entries, int rows, int width) {
    index_add(self, index, source, by, entries, rows, width);
}

extern "C" __global__ void index_add_longs(int64_t* self, const int* index, const int64_t* source, int64_t by,
                                           int entries, int rows, int width) {
    index_add(self, index, source, by, entries, rows, width);
}

extern "C" __global__ void index_add_bytes(uint8_t* self, const int16_t* index, const uint8_t* source, uint8_t by,
                                           int entries, int rows, int width) {
    index_add(self, index, source, by, entries, rows, width);
}

struct Planes {
    int count, height, width;
    __device__ int64_t at(int plane, int y, int x) const { return (int64_t(plane) * height + y) * width + x; }
};

// Two neighbours of a place on an axis and the weight of the second.
struct Between {
    int first, second;
    float way;

    __device__ Between(int to, float scale, int size, bool corners) {
        const float place = corners ? to * scale : fmaxf((to + 0.5f) * scale - 0.5f, 0.0f);
        first = min(int(place), size - 1);
        second = min(first + 1, size - 1);
        way = place - first;
    }
    template <typename At>
    __device__ float operator()(At at) const { return (1.0f - way) * at(first) + way * at(second); }
};

extern "C" __global__ void bilinear_resize(const float* in, float* out, Planes from, Planes to, bool corners) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= to.width || y >= to.height) return;
    const auto scale = [corners](int before, int after) {
        if (corners) return after > 1 ? float(before - 1) / (after - 1) : 0.0f;
        return float(before) / after;
    };
    const Between down(y, scale(from.height, to.height), from.height, corners);
    const Between across(x, scale(from.width, to.width), from.width, corners);
    for (int p = blockIdx.z; p < to.count; p += gridDim.z)
        out[to.at(p, y, x)] = down([&](int row) { return across([&](int col) { return in[from.at(p, row, col)]; }); });
}

// Shapes are read as outer x axis x inner. The axis is contiguous: a block goes over it, chunk by chunk.
template <int THREADS, typename T>
__device__ void scan_contiguous(const T* in, T* out, int length, bool exclusive) {
    __shared__ T warp_totals[THREADS / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T carry = 0;
    for (int start = 0; start < length; start += THREADS) {
        const int i = start + threadIdx.x;
        const T mine = i < length ? in[i] : T(0);
        T sum = mine;
        #pragma unroll
        for (int apart = 1; apart < 32; apart <<= 1) {
            const T before = __shfl_up_sync(ALL, sum, apart);
            if (lane >= apart) sum += before;
        }
        if (lane == 31) warp_totals[warp] = sum;
        __syncthreads();
        T chunk = 0;
        for (int w = 0; w < THREADS / 32; ++w) {
            if (w == warp) sum += carry + chunk;
            chunk += warp_totals[w];
        }
        carry += chunk;
        if (i < length) out[i] = exclusive ? sum - mine : sum;
        __syncthreads();
    }
}

extern "C" __global__ void cumulative_sum_last(const int64_t* in, int64_t* out, int length, bool exclusive) {
    const int64_t start = int64_t(blockIdx.x) * length;
    scan_contiguous<96>(in + start, out + start, length, exclusive);
}

// Neighbours belong to different sums: a thread has one of its own.
extern "C" __global__ void cumulative_sum_strided(const double* in, double* out, int length, int inner, bool reverse) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= inner) return;
    const int64_t first = int64_t(blockIdx.y) * length * inner + j;
    const int64_t step = reverse ? -inner : inner;
    int64_t at = reverse ? first + int64_t(length - 1) * inner : first;
    double sum = 0.0;
    for (int n = 0; n < length; ++n, at += step) out[at] = sum += in[at];
}

// The largest, and where it is: of equal ones the first; what is not a number is larger than everything.
struct Champion {
    float value;
    int at;

    __device__ static Champion better(const Champion& a, const Champion& b) {
        const bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
        const bool tie = a_is_nan ? b_is_nan : a.value == b.value;
        if (tie) return a.at < b.at ? a : b;
        return a_is_nan || a.value > b.value ? a : b;
    }
};

extern "C" __global__ void argmax_rows(const float* x, float* values, int64_t* places, int cols) {
    const Champion nobody{-INFINITY, INT_MAX};
    Champion best = nobody;
    for (int c = threadIdx.x; c < cols; c += 128) best = Champion::better(best, {x[blockIdx.x * cols + c], c});
    best = over_block<128>(best, nobody, Champion::better);
    if (threadIdx.x != 0) return;
    values[blockIdx.x] = best.value;
    places[blockIdx.x] = best.at;
}

// Numbers under a mask move together, in their order. One block.
extern "C" __global__ void masked_select(const float* x, const bool* mask, float* out, int* found, int count) {
    __shared__ int by_warp[8];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int base = 0;
    for (int start = 0; start < count; start += blockDim.x) {
        const int i = start + threadIdx.x;
        const bool taken = i < count && mask[i];
        const unsigned votes = __ballot_sync(ALL, taken);
        if (lane == 0) by_warp[warp] = __popc(votes);
        const int together = __syncthreads_count(taken);
        int before = base + __popc(votes & ~(ALL << lane));
        for (int w = 0; w < warp; ++w) before += by_warp[w];
        if (taken) out[before] = x[i];
        base += together;
        __syncthreads();
    }
    if (threadIdx.x == 0) *found = base;
}

// The other way: place i takes the next number of the source if it is under the mask.
extern "C" __global__ void masked_scatter(float* self, const uchar4* mask, const float* source, int quads) {
    __shared__ int totals[4];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uchar4 m = threadIdx.x < quads ? mask[threadIdx.x] : uchar4{};
    const int mine = (m.x != 0) + (m.y != 0) + (m.z != 0) + (m.w != 0);
    int before = mine;
    for (int apart = 1; apart < 32; apart *= 2) {
        const int other = __shfl_up_sync(ALL, before, apart);
        before += lane >= apart ? other : 0;
    }
    if (lane == 31) totals[warp] = before;
    __syncthreads();
    before -= mine;
    for (int w = 0; w < warp; ++w) before += totals[w];
    float* to = self + 4 * threadIdx.x;
    if (m.x) to[0] = source[before++];
    if (m.y) to[1] = source[before++];
    if (m.z) to[2] = source[before++];
    if (m.w) to[3] = source[before];
}

// out[i, j] = x[i, index[i, j]] where the mask allows it.
extern "C" __global__ void gather_along(const int* x, const int64_t* index, const bool* allowed, int* out, int cols,
                                        int wide, int otherwise) {
    for (int j = threadIdx.x; j < wide; j += blockDim.x) {
        const int64_t at = int64_t(blockIdx.x) * wide + j;
        out[at] = allowed[at] ? x[int64_t(blockIdx.x) * cols + (index[at] + cols) % cols] : otherwise;
    }
}

// Ten rounds of two products on a counter of 128 bits, each followed by a step of the key.
struct Philox {
    uint4 counter;
    uint2 key;

    __device__ uint4 operator()() const {
        uint4 c = counter;
        uint2 k = key;
        #pragma unroll
        for (int round = 0; round < 10; ++round, k.x += 0x9e3779b9u, k.y += 0xbb67ae85u) {
            const uint64_t even = uint64_t(0xd2511f53u) * c.x, odd = uint64_t(0xcd9e8d57u) * c.z;
            c = make_uint4(uint32_t(odd >> 32) ^ c.y ^ k.x, uint32_t(odd), uint32_t(even >> 32) ^ c.w ^ k.y,
                           uint32_t(even));
        }
        return c;
    }
};

__device__ Philox philox_at(uint64_t seed, uint64_t offset, uint64_t sequence) {
    return {{uint32_t(offset), uint32_t(offset >> 32), uint32_t(sequence), uint32_t(sequence >> 32)},
            {uint32_t(seed), uint32_t(seed >> 32)}};
}

// In [low, high): 24 bits of each word.
extern "C" __global__ void philox_uniform(float* out, int count, uint64_t seed, uint64_t offset, float low,
                                          float high) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 words = philox_at(seed, offset, i)();
    const unsigned parts[4] = {words.x, words.y, words.z, words.w};
    for (int k = 0; k < 4 && 4 * i + k < count; ++k)
        out[4 * i + k] = fmaf(float(parts[k] >> 8) * 0x1p-24f, high - low, low);
}

extern "C" __global__ void philox_normal(float4* out, uint64_t seed, uint64_t offset, float mean, float deviation) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 w = philox_at(seed, offset, i)();
    const auto pair = [=](unsigned a, unsigned b) {
        const float radius = deviation * sqrtf(-2.0f * logf(((a >> 8) + 1) * 0x1p-24f));
        float sine, cosine;
        sincospif((b >> 8) * 0x1p-23f, &sine, &cosine);
        return make_float2(fmaf(radius, cosine, mean), fmaf(radius, sine, mean));
    };
    const float2 first = pair(w.x, w.y), second = pair(w.z, w.w);
    out[i] = {first.x, first.y, second.x, second.y};
}

// order[d]: which dimension of the input becomes dimension d of the output.
struct Permutation {
    int dims;
    int sizes[6];
    int8_t order[6];
};

template <typename Element>
__device__ void permute_elements(const void* in, void* out, const Permutation& p, int count) {
    int strides[6], stride = 1;
    for (int d = p.dims - 1; d >= 0; --d) {
        strides[d] = stride;
        stride *= p.sizes[d];
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int rest = i, from = 0;
        for (int d = p.dims - 1; d >= 0; --d) {
            const int size = p.sizes[p.order[d]];
            from += rest % size * strides[p.order[d]];
            rest /= size;
        }
        static_cast<Element*>(out)[i] = static_cast<const Element*>(in)[from];
    }
}

// Elements are moved, not looked at: only their size counts.
extern "C" __global__ void permute(const void* in, void* out, Permutation p, int count, int size) {
    switch (size) {
        case 1: permute_elements<uint8_t>(in, out, p, count); break;
        case 2: permute_elements<uint16_t>(in, out, p, count); break;
        case 4: permute_elements<uint32_t>(in, out, p, count); break;
        case 8: permute_elements<uint64_t>(in, out, p, count); break;
        case 16: permute_elements<uint4>(in, out, p, count); break;
        default: assert(!"a size that no element has");
    }
}

// A lane keeps the best K it has seen in order; the warp then takes the best head K times.
template <int K>
struct Best {
    Champion kept[K];

    __device__ Best() {
        for (Champion& c : kept) c = {-INFINITY, INT_MAX};
    }
    __device__ void offer(Champion c) {
        #pragma unroll
        for (Champion& place : kept) {
            const bool goes_in = c.value > place.value || (c.value == place.value && c.at < place.at);
            const Champion out = goes_in ? place : c;
            if (goes_in) place = c;
            c = out;
        }
    }
    __device__ void drop_first() {
        #pragma unroll
        for (int i = 0; i + 1 < K; ++i) kept[i] = kept[i + 1];
        kept[K - 1] = {-INFINITY, INT_MAX};
    }
};

template <int K>
__global__ void top_k(const float* x, float* values, int* places, int rows, int cols) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    Best<K> mine;
    for (int c = lane; c < cols; c += 32) mine.offer({x[row * cols + c], c});
    for (int k = 0; k < K; ++k) {
        const Champion best = over_warp(mine.kept[0], Champion::better);
        if (best.at == mine.kept[0].at) mine.drop_first();
        if (lane == k % 32) {
            values[row * K + k] = best.value;
            places[row * K + k] = best.at;
        }
    }
}

// Is any, and is every number of a row finite?
extern "C" __global__ void any_and_all(const float* x, bool* any, bool* all, int cols) {
    bool some = false, every = true;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const bool finite = isfinite(x[blockIdx.x * cols + c]);
        some |= finite;
        every &= finite;
    }
    some = __syncthreads_or(some);
    every = __syncthreads_and(every);
    if (threadIdx.x == 0) {
        any[blockIdx.x] = some;
        all[blockIdx.x] = every;
    }
}
