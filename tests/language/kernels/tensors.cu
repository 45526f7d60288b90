// Kernels in the style of PyTorch's ATen and of OneFlow: accumulation types, vectorised loads, functors, Philox.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

namespace at {
template <typename T> struct AccumulateType { using type = T; };
template <> struct AccumulateType<half> { using type = float; };
template <> struct AccumulateType<__nv_bfloat16> { using type = float; };
template <typename T> using acc_type = typename AccumulateType<T>::type;

// aligned vector generates vectorized load/store on CUDA
template <typename scalar_t, int vec_size>
struct alignas(sizeof(scalar_t) * vec_size) aligned_vector {
    scalar_t val[vec_size];
};
}  // namespace at

#define C10_WARP_SIZE 32

template <typename T>
__device__ __forceinline__ T WARP_SHFL_DOWN(T value, unsigned int delta, int width = warpSize,
                                            unsigned int mask = 0xffffffff) {
    return __shfl_down_sync(mask, value, delta, width);
}

template <typename scalar_t>
struct AddFunctor {
    using opmath_t = at::acc_type<scalar_t>;
    opmath_t alpha;
    __device__ scalar_t operator()(scalar_t a, scalar_t b) const {
        return static_cast<scalar_t>(static_cast<opmath_t>(a) + alpha * static_cast<opmath_t>(b));
    }
};

template <int vec_size, typename scalar_t, typename func_t>
__global__ void vectorized_elementwise_kernel(int N, func_t f, scalar_t* out, const scalar_t* a, const scalar_t* b) {
    using vec_t = at::aligned_vector<scalar_t, vec_size>;
    const int base = (blockIdx.x * blockDim.x + threadIdx.x) * vec_size;
    if (base + vec_size <= N) {
        const vec_t va = *reinterpret_cast<const vec_t*>(a + base);
        const vec_t vb = *reinterpret_cast<const vec_t*>(b + base);
        vec_t result;
        #pragma unroll
        for (int j = 0; j < vec_size; ++j) result.val[j] = f(va.val[j], vb.val[j]);
        *reinterpret_cast<vec_t*>(out + base) = result;
    } else {
        for (int i = base; i < N; ++i) out[i] = f(a[i], b[i]);
    }
}

// Welford's running mean and variance, merged across a warp and then a block.
template <typename T, typename C>
struct WelfordData {
    T mean = 0, m2 = 0;
    C nf = 0;
};

template <typename T, typename C>
struct WelfordOps {
    using acc_t = WelfordData<T, C>;
    __device__ acc_t reduce(acc_t acc, T data) const {
        T delta = data - acc.mean;
        C new_nf = acc.nf + 1;
        T new_mean = acc.mean + delta / new_nf;
        return {new_mean, acc.m2 + delta * (data - new_mean), new_nf};
    }
    __device__ acc_t combine(acc_t a, acc_t b) const {
        if (a.nf == 0) return b;
        if (b.nf == 0) return a;
        T delta = b.mean - a.mean;
        C new_count = a.nf + b.nf;
        T nb_over_n = b.nf / new_count;
        return {a.mean + delta * nb_over_n, a.m2 + b.m2 + delta * delta * a.nf * nb_over_n, new_count};
    }
    __device__ acc_t warp_shfl_down(acc_t acc, int offset) const {
        return {WARP_SHFL_DOWN(acc.mean, offset), WARP_SHFL_DOWN(acc.m2, offset), WARP_SHFL_DOWN(acc.nf, offset)};
    }
};

template <typename ops_t, typename acc_t>
__device__ acc_t BlockReduce(acc_t val, const ops_t& op, acc_t identity, acc_t* shared) {
    const int lid = threadIdx.x % C10_WARP_SIZE, wid = threadIdx.x / C10_WARP_SIZE;
    #pragma unroll
    for (int offset = C10_WARP_SIZE >> 1; offset > 0; offset >>= 1) val = op.combine(val, op.warp_shfl_down(val, offset));
    __syncthreads();
    if (lid == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / C10_WARP_SIZE) ? shared[lid] : identity;
    if (wid == 0) {
        #pragma unroll
        for (int offset = C10_WARP_SIZE >> 1; offset > 0; offset >>= 1)
            val = op.combine(val, op.warp_shfl_down(val, offset));
    }
    return val;
}

template <typename T>
__global__ void RowwiseMomentsCUDAKernel(int64_t N, at::acc_type<T> eps, const T* X, T* mean, T* rstd) {
    using T_ACC = at::acc_type<T>;
    using WelfordOp = WelfordOps<T_ACC, float>;
    using WelfordType = typename WelfordOp::acc_t;
    const int64_t i = blockIdx.x;
    WelfordOp welford_op;
    WelfordType val;
    for (int64_t j = threadIdx.x; j < N; j += blockDim.x) {
        val = welford_op.reduce(val, static_cast<T_ACC>(X[i * N + j]));
    }
    // There will be a warning if we declare a __shared__ WelfordType array.
    __shared__ alignas(alignof(WelfordType)) char val_shared[C10_WARP_SIZE * sizeof(WelfordType)];
    WelfordType* val_shared_ptr = reinterpret_cast<WelfordType*>(val_shared);
    val = BlockReduce(val, welford_op, WelfordType{}, val_shared_ptr);
    if (threadIdx.x == 0) {
        mean[i] = static_cast<T>(val.mean);
        rstd[i] = static_cast<T>(rsqrtf(static_cast<float>(val.m2 / N + eps)));
    }
}

// Division by a constant that is known to the host only: multiply high, add, shift.
struct IntDivider {
    unsigned divisor, m1, shift;
    struct DivMod { unsigned div, mod; };
    __device__ unsigned div(unsigned n) const {
        unsigned t = __umulhi(n, m1);
        return (t + n) >> shift;
    }
    __device__ DivMod divmod(unsigned n) const {
        unsigned q = div(n);
        return {q, n - q * divisor};
    }
};

// A tensor iterator's offsets: sizes and strides come as a struct by value.
template <int NARGS, int MAX_DIMS = 4>
struct OffsetCalculator {
    int dims;
    IntDivider sizes_[MAX_DIMS];
    unsigned strides_[MAX_DIMS][NARGS];
    __device__ at::aligned_vector<unsigned, 2> get(unsigned linear_idx) const {
        at::aligned_vector<unsigned, 2> offsets{};
        #pragma unroll
        for (int dim = 0; dim < MAX_DIMS; ++dim) {
            if (dim == dims) break;
            auto divmod = sizes_[dim].divmod(linear_idx);
            linear_idx = divmod.div;
            #pragma unroll
            for (int arg = 0; arg < NARGS; arg++) offsets.val[arg] += divmod.mod * strides_[dim][arg];
        }
        return offsets;
    }
};

extern "C" __global__ void strided_copy(float* out, const float* in, OffsetCalculator<2> calculator, int N) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N) {
        auto offsets = calculator.get(idx);
        out[offsets.val[0]] = in[offsets.val[1]];
    }
}

// Philox 4x32-10, the generator of curand and of PyTorch.
class philox_engine {
public:
    __device__ philox_engine(uint64_t seed, uint64_t subsequence, uint64_t offset)
        : key{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
          counter{static_cast<uint32_t>(offset), static_cast<uint32_t>(offset >> 32),
                  static_cast<uint32_t>(subsequence), static_cast<uint32_t>(subsequence >> 32)} {}
    __device__ uint4 operator()() {
        uint4 c = {counter[0], counter[1], counter[2], counter[3]};
        uint2 k = {key[0], key[1]};
        for (int round = 0; round < 10; ++round) {
            uint32_t lo0 = 0xD2511F53u * c.x, hi0 = __umulhi(0xD2511F53u, c.x);
            uint32_t lo1 = 0xCD9E8D57u * c.z, hi1 = __umulhi(0xCD9E8D57u, c.z);
            c = {hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0};
            k.x += 0x9E3779B9u, k.y += 0xBB67AE85u;
        }
        if (++counter[0] == 0) ++counter[1];
        return c;
    }

private:
    uint32_t key[2];
    uint32_t counter[4];
};

extern "C" __global__ void fused_dropout(const float4* in, float4* out, uchar4* mask, int n4, float p, uint64_t seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    philox_engine engine(seed, i, 0);
    uint4 r = engine();
    const float scale = 1.0f / (1.0f - p);
    auto uniform = [](uint32_t x) { return static_cast<float>(x >> 8) * 0x1p-24f; };
    uchar4 keep = {uniform(r.x) >= p, uniform(r.y) >= p, uniform(r.z) >= p, uniform(r.w) >= p};
    float4 v = in[i];
    out[i] = {v.x * keep.x * scale, v.y * keep.y * scale, v.z * keep.z * scale, v.w * keep.w * scale};
    mask[i] = keep;
}

// OneFlow's packs: the widest type that holds pack_size elements, chosen at compile time.
template <int size> struct PackOf;
template <> struct PackOf<2> { using type = uint16_t; };
template <> struct PackOf<4> { using type = uint32_t; };
template <> struct PackOf<8> { using type = uint2; };
template <> struct PackOf<16> { using type = uint4; };

template <typename T, int pack_size>
using GetPackType = typename PackOf<pack_size * sizeof(T)>::type;

template <typename T, int pack_size>
union Pack {
    static_assert(sizeof(GetPackType<T, pack_size>) == sizeof(T) * pack_size, "");
    __device__ Pack() {}
    GetPackType<T, pack_size> storage;
    T elem[pack_size];
};

template <typename SRC, typename DST>
struct DirectLoad {
    const SRC* src;
    int64_t row_size;
    template <int N>
    __device__ void load(DST* dst, int64_t row, int64_t col) const {
        Pack<SRC, N> pack;
        pack.storage = *(reinterpret_cast<const GetPackType<SRC, N>*>(src) + (row * row_size + col) / N);
        #pragma unroll
        for (int i = 0; i < N; ++i) dst[i] = static_cast<DST>(pack.elem[i]);
    }
};

template <typename T, int N>
__device__ T WarpAllReduceMax(T val) {
    for (int mask = N / 2; mask > 0; mask /= 2) val = max(val, __shfl_xor_sync(0xffffffff, val, mask, N));
    return val;
}

// softmax with one warp a row, whole row in registers
template <typename SRC, typename T, int pack_size, int cols_per_thread>
__global__ void SoftmaxWarpImpl(const SRC* src, T* dst, const int64_t rows, const int64_t cols) {
    const DirectLoad<SRC, float> load{src, cols};
    constexpr int num_packs = cols_per_thread / pack_size;
    float buf[cols_per_thread];
    const int64_t row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float thread_max = -INFINITY;
    #pragma unroll
    for (int pack_id = 0; pack_id < num_packs; ++pack_id) {
        const int col = (pack_id * 32 + threadIdx.x) * pack_size;
        if (col < cols) {
            load.template load<pack_size>(buf + pack_id * pack_size, row, col);
            for (int i = 0; i < pack_size; ++i) thread_max = max(thread_max, buf[pack_id * pack_size + i]);
        } else {
            for (int i = 0; i < pack_size; ++i) buf[pack_id * pack_size + i] = -INFINITY;
        }
    }
    const float row_max = WarpAllReduceMax<float, 32>(thread_max);
    float sum = 0;
    for (float& x : buf) sum += x = expf(x - row_max);
    for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
    #pragma unroll
    for (int pack_id = 0; pack_id < num_packs; ++pack_id) {
        const int col = (pack_id * 32 + threadIdx.x) * pack_size;
        if (col >= cols) continue;
        Pack<T, pack_size> pack;
        for (int i = 0; i < pack_size; ++i) pack.elem[i] = static_cast<T>(buf[pack_id * pack_size + i] / sum);
        *(reinterpret_cast<GetPackType<T, pack_size>*>(dst) + (row * cols + col) / pack_size) = pack.storage;
    }
}

// embedding bag with mean, offsets of bags as PyTorch has them
template <typename index_t>
__global__ void embedding_bag(const index_t* input, const index_t* offsets, const float* weight, float* output,
                              int num_bags, int num_indices, int features) {
    for (int bag = blockIdx.x * blockDim.y + threadIdx.y; bag < num_bags; bag += gridDim.x * blockDim.y) {
        index_t begin = offsets[bag], end = bag + 1 < num_bags ? offsets[bag + 1] : num_indices;
        for (int f = threadIdx.x; f < features; f += blockDim.x) {
            float sum = 0;
            for (index_t e = begin; e < end; ++e) sum += weight[input[e] * features + f];
            output[bag * features + f] = end > begin ? sum / static_cast<float>(end - begin) : 0.f;
        }
    }
}

// index kernels over a functor
struct IndexPut {
    float* self;
    const int64_t* index;
    const __nv_bfloat16* value;
    __device__ void operator()(int i) const {
        int64_t at = index[i] < 0 ? index[i] + 16 : index[i];
        atomicAdd(self + at, __bfloat162float(value[i]));
    }
};

template <class F>
__device__ void gpu_for(int n, F f) {
    #pragma unroll 2
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}

extern "C" __global__ void index_put_accumulate(float* self, const int64_t* index, const __nv_bfloat16* value, int n) {
    gpu_for(n, IndexPut{self, index, value});
}

extern "C" __global__ void upsample_bilinear(const float* in, float* out, int h, int w, int oh, int ow, float rh, float rw) {
    gpu_for(oh * ow, [=](auto i) {
        const int y = i / ow, x = i % ow;
        const float fy = fmaxf((y + 0.5f) * rh - 0.5f, 0.f), fx = fmaxf((x + 0.5f) * rw - 0.5f, 0.f);
        const int y0 = static_cast<int>(fy), x0 = static_cast<int>(fx);
        const int y1 = y0 + (y0 < h - 1), x1 = x0 + (x0 < w - 1);
        const float ly = fy - y0, lx = fx - x0;
        out[i] = (1 - ly) * ((1 - lx) * in[y0 * w + x0] + lx * in[y0 * w + x1]) +
                 ly * ((1 - lx) * in[y1 * w + x0] + lx * in[y1 * w + x1]);
    });
}
