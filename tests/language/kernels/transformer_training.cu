// Training a transformer: a kernel for each step from the tokens to the moved weights.
#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdint.h>

namespace cg = cooperative_groups;

constexpr unsigned WHOLE_WARP = 0xffffffffu;

// Activations are batch x steps x width, the width contiguous.
struct Sequence {
    int batch, steps, width;
    __device__ int64_t positions() const { return int64_t(batch) * steps; }
};

__device__ float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

__device__ int64_t thread_of_grid() { return int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ int64_t threads_of_grid() { return int64_t(gridDim.x) * blockDim.x; }

extern "C" __global__ void embed_tokens(const int* __restrict__ tokens, const float4* __restrict__ words,
                                        const float4* __restrict__ places, float4* __restrict__ out, Sequence s,
                                        int vocabulary) {
    const int quads = s.width / 4;
    for (int64_t at = thread_of_grid(); at < s.positions() * quads; at += threads_of_grid()) {
        const int64_t position = at / quads, quad = at % quads;
        const int token = __ldg(tokens + position);
        assert(0 <= token && token < vocabulary);
        __stcs(out + at, words[token * int64_t(quads) + quad] + places[position % s.steps * quads + quad]);
    }
}

// A thread owns a column of one step: the place's gradient is its own, a word's is shared with other positions.
extern "C" __global__ void embed_backward(const int* __restrict__ tokens, const float* __restrict__ gradient,
                                          float* words, float* places, Sequence s) {
    const int step = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= s.width) return;
    float of_place = 0.0f;
    for (int b = 0; b < s.batch; ++b) {
        const int64_t position = int64_t(b) * s.steps + step;
        const float g = __ldcs(gradient + position * s.width + column);
        atomicAdd(words + int64_t(tokens[position]) * s.width + column, g);
        of_place += g;
    }
    places[int64_t(step) * s.width + column] += of_place;
}

// The words' part alone, four columns by one addition.
extern "C" __global__ void embed_backward_quads(const int* __restrict__ tokens, const float4* __restrict__ gradient,
                                                float4* words, Sequence s) {
    const int quads = s.width / 4;
    for (int64_t at = thread_of_grid(); at < s.positions() * quads; at += threads_of_grid())
        atomicAdd(words + int64_t(tokens[at / quads]) * quads + at % quads, __ldcs(gradient + at));
}

// LANES threads share a row, so that narrow rows do not leave half a warp idle.
template <int LANES>
__device__ __forceinline__ void layer_norm(const float* __restrict__ x, const float* __restrict__ gain,
                                           const float* __restrict__ shift, float* __restrict__ y, float* means,
                                           float* inverses, int rows, int width, float epsilon) {
    const auto team = cg::tiled_partition<LANES>(cg::this_thread_block());
    const int64_t row = int64_t(blockIdx.x) * team.meta_group_size() + team.meta_group_rank();
    if (row >= rows) return;
    const float* from = x + row * width;
    float* to = y + row * width;
    const auto average = [&](auto term) {
        float sum = 0.0f;
        for (int c = team.thread_rank(); c < width; c += LANES) sum += term(from[c]);
        return cg::reduce(team, sum, cg::plus<float>()) / width;
    };
    const float mean = average([](float v) { return v; });
    const float variance = average([mean](float v) { return (v - mean) * (v - mean); });
    const float inverse = rsqrtf(variance + epsilon);
    for (int c = team.thread_rank(); c < width; c += LANES)
        __stcs(to + c, (__ldcs(from + c) - mean) * inverse * __ldg(gain + c) + __ldg(shift + c));
    if (team.thread_rank() == 0) {
        __stcs(means + row, mean);
        __stcs(inverses + row, inverse);
    }
}

extern "C" __global__ void __launch_bounds__(128) layer_norm_forward(const float* x, const float* gain,
                                                                     const float* shift, float* y, float* means,
                                                                     float* inverses, int rows, int width,
                                                                     float epsilon) {
    layer_norm<32>(x, gain, shift, y, means, inverses, rows, width, epsilon);
}

extern "C" __global__ void layer_norm_of_narrow_rows(const float* x, const float* gain, const float* shift, float* y,
                                                     float* means, float* inverses, int rows, int width,
                                                     float epsilon) {
    layer_norm<8>(x, gain, shift, y, means, inverses, rows, width, epsilon);
}

// Two rows of partial sums for each warp. The input's gradient is added to what the residual has brought.
extern "C" __global__ void layer_norm_backward(const float* __restrict__ dy, const float* __restrict__ x,
                                               const float* __restrict__ gain, const float* __restrict__ means,
                                               const float* __restrict__ inverses, float* dx, float* dgain,
                                               float* dshift, int rows, int width) {
    extern __shared__ float partials[];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int warps = warp.meta_group_size(), lane = warp.thread_rank();
    float* gain_part = partials + 2 * width * warp.meta_group_rank();
    float* shift_part = gain_part + width;
    // A lane comes back to its own columns only: no barrier until the warps meet.
    for (int c = lane; c < width; c += 32) gain_part[c] = shift_part[c] = 0.0f;
    for (int row = blockIdx.x * warps + warp.meta_group_rank(); row < rows; row += gridDim.x * warps) {
        const int64_t start = int64_t(row) * width;
        const float mean = means[row], inverse = inverses[row];
        float2 sums{};
        for (int c = lane; c < width; c += 32) {
            const float normal = (x[start + c] - mean) * inverse, g = dy[start + c] * gain[c];
            sums.x += g;
            sums.y += g * normal;
        }
        sums.x = cg::reduce(warp, sums.x, cg::plus<float>()) / width;
        sums.y = cg::reduce(warp, sums.y, cg::plus<float>()) / width;
        for (int c = lane; c < width; c += 32) {
            const float normal = (x[start + c] - mean) * inverse, up = dy[start + c];
            gain_part[c] += up * normal;
            shift_part[c] += up;
            dx[start + c] += (up * gain[c] - sums.x - normal * sums.y) * inverse;
        }
    }
    block.sync();
    for (int c = block.thread_rank(); c < 2 * width; c += block.size()) {
        float sum = 0.0f;
        for (int w = 0; w < warps; ++w) sum += partials[2 * width * w + c];
        atomicAdd(c < width ? dgain + c : dshift + (c - width), sum);
    }
}

// The largest number so far, and the sum of powers of two relative to it.
struct Evidence {
    float top = -INFINITY, mass = 0.0f;

    __device__ void add(float x) {
        const float higher = fmaxf(top, x);
        mass = mass * exp2f(top - higher) + exp2f(x - higher);
        top = higher;
    }
    __device__ void add(float4 v, float scale) {
        const float best = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)) * scale;
        if (best > top) {
            mass *= exp2f(top - best);
            top = best;
        }
        mass += exp2f(fmaf(v.x, scale, -top)) + exp2f(fmaf(v.y, scale, -top)) + exp2f(fmaf(v.z, scale, -top)) +
                exp2f(fmaf(v.w, scale, -top));
    }
    __device__ Evidence operator+(const Evidence& other) const {
        Evidence both;
        both.top = fmaxf(top, other.top);
        if (both.top > -INFINITY) both.mass = mass * exp2f(top - both.top) + other.mass * exp2f(other.top - both.top);
        return both;
    }
    __device__ Evidence of_lane(int apart) const {
        Evidence there;
        there.top = __shfl_xor_sync(WHOLE_WARP, top, apart);
        there.mass = __shfl_xor_sync(WHOLE_WARP, mass, apart);
        return there;
    }
};

__device__ Evidence of_the_warp(Evidence e) {
    #pragma unroll
    for (int apart = 1; apart < 32; apart *= 2) e = e + e.of_lane(apart);
    return e;
}

constexpr float LOG2_E = 1.4426950408889634f, LN_2 = 0.69314718055994531f;

// A warp reads a row of scores once for both maximum and sum; the last rows, which are the longest, come first.
extern "C" __global__ void causal_softmax(const float* __restrict__ scores, float* __restrict__ weights, int matrices,
                                          int steps, float scale) {
    const int64_t rows = int64_t(matrices) * steps;
    const int64_t turn = int64_t(blockIdx.x) * blockDim.y + threadIdx.y;
    if (turn >= rows) return;
    const int64_t row = rows - 1 - turn;
    const int known = int(row % steps) + 1, whole = known & ~3;
    const float* from = scores + row * steps;
    float* to = weights + row * steps;
    const float in_bits = scale * LOG2_E;
    Evidence mine;
    for (int c = 4 * threadIdx.x; c < whole; c += 128)
        mine.add(__ldg(reinterpret_cast<const float4*>(from + c)), in_bits);
    if (const int c = whole + int(threadIdx.x); c < known) mine.add(from[c] * in_bits);
    const Evidence all = of_the_warp(mine);
    const float share = 1.0f / all.mass;
    for (int c = threadIdx.x; c < steps; c += 32)
        __stcs(to + c, c < known ? exp2f(fmaf(__ldcs(from + c), in_bits, -all.top)) * share : 0.0f);
}

// One block a row. What the future weighs is nothing, and so is its gradient.
extern "C" __global__ void causal_softmax_backward(const float* __restrict__ weights, float* gradient, int steps,
                                                   float scale) {
    __shared__ float by_warp[32];
    __shared__ float dot;
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int64_t start = int64_t(blockIdx.x) * steps;
    const int known = blockIdx.x % steps + 1;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < known; c += blockDim.x) sum = fmaf(weights[start + c], gradient[start + c], sum);
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) by_warp[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        sum = warp.thread_rank() < warp.meta_group_size() ? by_warp[warp.thread_rank()] : 0.0f;
        sum = cg::reduce(warp, sum, cg::plus<float>());
        if (warp.thread_rank() == 0) dot = sum;
    }
    block.sync();
    for (int c = threadIdx.x; c < steps; c += blockDim.x)
        gradient[start + c] = c < known ? scale * weights[start + c] * (gradient[start + c] - dot) : 0.0f;
}

// A function of each number, four at a time, and one by one at the end.
template <typename Function, typename... In>
__device__ void for_each(float* out, int64_t count, Function f, const In*... in) {
    const int64_t quads = count / 4;
    for (int64_t q = thread_of_grid(); q < quads; q += threads_of_grid()) {
        const auto one = [&](auto member) { return f(reinterpret_cast<const float4*>(in)[q].*member...); };
        reinterpret_cast<float4*>(out)[q] =
            make_float4(one(&float4::x), one(&float4::y), one(&float4::z), one(&float4::w));
    }
    const int64_t last = 4 * quads + thread_of_grid();
    if (last < count) out[last] = f(in[last]...);
}

struct Gelu {
    static constexpr float ROOT = 0.7978845608028654f, CUBE = 0.044715f;  // sqrt(2 / pi), and the fitted cubic
    __device__ static float value(float x) { return 0.5f * x * (1.0f + tanhf(ROOT * fmaf(CUBE * x * x, x, x))); }
    __device__ static float slope(float x) {
        const float t = tanhf(ROOT * fmaf(CUBE * x * x, x, x));
        return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * ROOT * fmaf(3.0f * CUBE * x, x, 1.0f);
    }
};

extern "C" __global__ void gelu_forward(const float* __restrict__ x, float* __restrict__ y, int64_t count) {
    for_each(y, count, [](float v) { return Gelu::value(v); }, x);
}

// The gradient is replaced where it lies.
extern "C" __global__ void gelu_backward(const float* x, float* gradient, int64_t count) {
    for_each(gradient, count, [](float v, float g) { return g * Gelu::slope(v); }, x, gradient);
}

// Columns of 32 go through a tile: the sums over the rows of a block are finished by one warp a column group.
template <int DEPTH>
__device__ void column_sums(const float* __restrict__ dy, float* __restrict__ dbias, int rows, int width) {
    static_assert(DEPTH <= 32 && (DEPTH & (DEPTH - 1)) == 0, "a warp sums the parts of a column");
    __shared__ float parts[32][DEPTH + 1];
    const int column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (column < width)
        for (int row = threadIdx.y; row < rows; row += DEPTH) sum += __ldcs(dy + int64_t(row) * width + column);
    parts[threadIdx.x][threadIdx.y] = sum;
    __syncthreads();
    // Now DEPTH neighbouring lanes have one column.
    const int flat = threadIdx.y * 32 + threadIdx.x, mine = flat / DEPTH, part = flat % DEPTH;
    sum = parts[mine][part];
    for (int apart = DEPTH / 2; apart; apart /= 2) sum += __shfl_down_sync(WHOLE_WARP, sum, apart, DEPTH);
    if (part == 0 && blockIdx.x * 32 + mine < width) dbias[blockIdx.x * 32 + mine] += sum;
}

extern "C" __global__ void bias_gradient(const float* dy, float* dbias, int rows, int width) {
    column_sums<8>(dy, dbias, rows, width);
}

extern "C" __global__ void __launch_bounds__(1024, 1) bias_gradient_in_depth(const float* dy, float* dbias, int rows,
                                                                            int width) {
    column_sums<32>(dy, dbias, rows, width);
}

struct AdamW {
    float rate, keep1, keep2, epsilon, decay;
    int step;
};

extern "C" __global__ void adamw_step(float* __restrict__ weights, const float* __restrict__ gradient,
                                      float* __restrict__ first, float* __restrict__ second, int64_t count, AdamW o,
                                      float loss_scale) {
    const auto blend = [](float old, float fresh, float keep) { return fmaf(keep, old - fresh, fresh); };
    const float unbias1 = 1.0f / (1.0f - powf(o.keep1, o.step)), unbias2 = 1.0f / (1.0f - powf(o.keep2, o.step));
    for (int64_t i = thread_of_grid(); i < count; i += threads_of_grid()) {
        const float g = __ldcs(gradient + i) / loss_scale;
        const float m = first[i] = blend(first[i], g, o.keep1);
        const float v = second[i] = blend(second[i], g * g, o.keep2);
        const float direction = m * unbias1 / (sqrtf(v * unbias2) + o.epsilon);
        weights[i] -= o.rate * fmaf(o.decay, weights[i], direction);
    }
}

// Rows of logits are padded to `pitch`; what is past the vocabulary holds anything.
struct Logits {
    int vocabulary, pitch;
};

extern "C" __global__ void cross_entropy(const float* __restrict__ logits, const int* __restrict__ targets,
                                         float* __restrict__ losses, int rows, Logits shape) {
    const int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows) return;
    const float* x = logits + int64_t(row) * shape.pitch;
    Evidence e;
    for (int c = lane; c < shape.vocabulary; c += 32) e.add(x[c] * LOG2_E);
    e = of_the_warp(e);
    const int target = targets[row];
    assert(target < shape.vocabulary);
    if (lane == 0) losses[row] = target < 0 ? 0.0f : LN_2 * (e.top + log2f(e.mass)) - x[target];
}

// Loss and gradient at once; the gradient takes the place of the logits. A negative target is left out.
constexpr int THREADS = 64;
extern "C" __global__ void __launch_bounds__(THREADS) softmax_cross_entropy(float* logits,
                                                                            const int64_t* __restrict__ targets,
                                                                            float* losses, Logits shape,
                                                                            float weight) {
    __shared__ Evidence by_warp[THREADS / 32];
    float* row = logits + int64_t(blockIdx.x) * shape.pitch;
    const int64_t target = targets[blockIdx.x];
    if (target < 0) {
        for (int c = threadIdx.x; c < shape.pitch; c += THREADS) __stcs(row + c, 0.0f);
        if (threadIdx.x == 0) losses[blockIdx.x] = 0.0f;
        return;
    }
    const int whole = shape.vocabulary / 4 * 4;
    Evidence e;
    for (int c = 4 * threadIdx.x; c < whole; c += 4 * THREADS) e.add(*reinterpret_cast<const float4*>(row + c), LOG2_E);
    if (const int c = whole + threadIdx.x; c < shape.vocabulary) e.add(row[c] * LOG2_E);
    e = of_the_warp(e);
    if (threadIdx.x % 32 == 0) by_warp[threadIdx.x / 32] = e;
    const float wanted = row[target];
    __syncthreads();
    Evidence all;
    for (const Evidence& part : by_warp) all = all + part;
    if (threadIdx.x == 0) losses[blockIdx.x] = fmaf(LN_2, all.top + log2f(all.mass), -wanted);
    for (int c = threadIdx.x; c < shape.pitch; c += THREADS) {
        const float share = c < shape.vocabulary ? exp2f(fmaf(row[c], LOG2_E, -all.top)) / all.mass : 0.0f;
        __stcs(row + c, weight * (share - (c == target)));
    }
}

struct Heads {
    int batch, steps, heads, size;
};

// Takes the fastest index off a flat one.
struct Peeling {
    int64_t rest;
    __device__ int operator()(int extent) {
        const int64_t before = rest;
        rest /= extent;
        return int(before - rest * extent);
    }
};

// (batch, step, which of three, head, channel) to three of (batch, head, step, channel).
extern "C" __global__ void split_heads(const float* __restrict__ packed, float* q, float* k, float* v, Heads h) {
    const int64_t count = int64_t(h.batch) * h.steps * 3 * h.heads * h.size;
    for (int64_t i = thread_of_grid(); i < count; i += threads_of_grid()) {
        Peeling peel{i};
        const int channel = peel(h.size), head = peel(h.heads), which = peel(3), step = peel(h.steps);
        float* const homes[] = {q, k, v};
        homes[which][((peel.rest * h.heads + head) * h.steps + step) * h.size + channel] = __ldg(packed + i);
    }
}

// (batch, head, step, channel) to (batch, step, head, channel), in vectors of whatever divides a head.
template <typename Vector>
__device__ void merge(const float* __restrict__ split, float* __restrict__ merged, Heads h) {
    constexpr int WIDE = sizeof(Vector) / sizeof(float);
    const int wide = h.size / WIDE, head = blockIdx.y, b = blockIdx.z;
    const auto* from = reinterpret_cast<const Vector*>(split) + (int64_t(b) * h.heads + head) * h.steps * wide;
    auto* to = reinterpret_cast<Vector*>(merged) + (int64_t(b) * h.steps * h.heads + head) * wide;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < h.steps * wide; i += gridDim.x * blockDim.x)
        to[int64_t(i / wide) * h.heads * wide + i % wide] = from[i];
}

extern "C" __global__ void merge_heads(const float* split, float* merged, Heads h) {
    if (h.size % 4 == 0)
        merge<float4>(split, merged, h);
    else if (h.size % 2 == 0)
        merge<float2>(split, merged, h);
    else
        merge<float>(split, merged, h);
}

// A word of noise from a counter and a key: squares of the middle, four rounds.
__host__ __device__ constexpr uint32_t noise(uint64_t counter, uint64_t key) {
    const uint64_t base = counter * key;
    uint64_t x = base;
    for (int round = 0; round < 4; ++round) {
        x = x * x + (round % 2 ? base + key : base);
        if (round < 3) x = x >> 32 | x << 32;
    }
    return uint32_t(x >> 32);
}
static_assert(noise(0, 1) == 0 && noise(3, 0x548c9decbce65297ull) != noise(4, 0x548c9decbce65297ull), "it depends");

// Which were kept goes into words of 32 bits, by ballots: the way back needs no generator.
extern "C" __global__ void dropout(const float* __restrict__ x, float* __restrict__ y, uint32_t* __restrict__ kept,
                                   int64_t count, uint32_t threshold, float gain, uint64_t key, uint64_t offset) {
    const int64_t i = thread_of_grid();
    const bool stays = i < count && noise(offset + i, key) >= threshold;
    const uint32_t word = __ballot_sync(WHOLE_WARP, stays);
    if (i < count) y[i] = stays ? x[i] * gain : 0.0f;
    if (threadIdx.x % 32 == 0 && i < count) kept[i / 32] = word;
}

extern "C" __global__ void dropout_backward(float* gradient, const uint32_t* __restrict__ kept, int64_t count,
                                            float gain) {
    const int64_t i = thread_of_grid();
    if (i < count) gradient[i] *= kept[i >> 5] >> (i & 31) & 1u ? gain : 0.0f;
}

__device__ unsigned int blocks_done;

// The last block to come adds up what all have left, in their order: the sum is the same every time.
extern "C" __global__ void gradient_norm(const float* __restrict__ gradient, double* parts, float* norm,
                                         int64_t count) {
    __shared__ double by_warp[4];
    __shared__ bool last;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    double sum = 0.0;
    for (int64_t i = thread_of_grid(); i < count; i += threads_of_grid()) sum += double(gradient[i]) * gradient[i];
    sum = cg::reduce(warp, sum, cg::plus<double>());
    if (warp.thread_rank() == 0) by_warp[warp.meta_group_rank()] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = by_warp[0] + by_warp[1] + by_warp[2] + by_warp[3];
        __threadfence();
        last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    const volatile double* all = parts;
    double total = 0.0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += all[b];
    *norm = float(sqrt(total));
}

struct Schedule {
    float highest, lowest;
    int warm, total;
    __device__ float rate(int step) const {
        if (step < warm) return highest * (step + 1) / warm;
        const float way = fminf(float(step - warm) / (total - warm), 1.0f);
        return lowest + (highest - lowest) * 0.5f * (1.0f + cospif(way));
    }
};
__constant__ Schedule PLAN = {6e-4f, 6e-5f, 10, 100};
__constant__ float GROUP_FACTORS[4] = {1.0f, 0.5f, 0.25f, 0.0f};

// Layers are in groups of the learning rate: norms and biases rest in the last.
extern "C" __global__ void scheduled_descent(float* weights, const float* __restrict__ gradient,
                                             const uint8_t* __restrict__ groups, const int* steps_done, float* rates,
                                             int width) {
    const float rate = PLAN.rate(steps_done[blockIdx.x]);
    if (threadIdx.x == 0) rates[blockIdx.x] = rate;
    for (int c = threadIdx.x; c < width; c += blockDim.x) {
        const int i = blockIdx.x * width + c;
        weights[i] -= rate * GROUP_FACTORS[groups[c] & 3] * gradient[i];
    }
}
