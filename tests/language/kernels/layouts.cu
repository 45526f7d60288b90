// Layouts at compile time: static integers, shapes, strides, swizzles, tiled copies.
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <stdint.h>

namespace mini {
template <auto V>
struct C {
    static constexpr auto value = V;
    using value_type = decltype(V);
    __host__ __device__ constexpr operator value_type() const noexcept { return V; }
};
template <int N> using Int = C<N>;

template <auto A, auto B> __host__ __device__ constexpr C<A + B> operator+(C<A>, C<B>) { return {}; }
template <auto A, auto B> __host__ __device__ constexpr C<A * B> operator*(C<A>, C<B>) { return {}; }

template <class... T> using Shape = cuda::std::tuple<T...>;
template <class... T> using Stride = cuda::std::tuple<T...>;
using cuda::std::get;
using cuda::std::make_tuple;

template <class S, class D, size_t... I>
__host__ __device__ constexpr auto crd2idx_impl(int coordinate, const S& shape, const D& stride,
                                                cuda::std::index_sequence<I...>) {
    int index = 0;
    ((index += coordinate % get<I>(shape) * get<I>(stride), coordinate /= get<I>(shape)), ...);
    return index;
}

template <class ShapeT, class StrideT>
struct Layout {
    ShapeT shape_;
    StrideT stride_;
    static constexpr size_t rank = cuda::std::tuple_size<ShapeT>::value;
    // a linear coordinate runs through the modes, the first one fastest
    __host__ __device__ constexpr int operator()(int coordinate) const {
        return crd2idx_impl(coordinate, shape_, stride_, cuda::std::make_index_sequence<rank>{});
    }
    template <class... I>
    __host__ __device__ constexpr auto operator()(int i, int j, I... more) const {
        return at(cuda::std::make_tuple(i, j, more...), cuda::std::make_index_sequence<rank>{});
    }
    template <class Coordinate, size_t... I>
    __host__ __device__ constexpr auto at(const Coordinate& c, cuda::std::index_sequence<I...>) const {
        return ((get<I>(c) * get<I>(stride_)) + ...);
    }
    __host__ __device__ constexpr int size() const {
        return cuda::std::apply([](auto... extents) { return (static_cast<int>(extents) * ...); }, shape_);
    }
};

template <class S, class D>
__host__ __device__ constexpr Layout<S, D> make_layout(const S& shape, const D& stride) { return {shape, stride}; }

// Swizzle<B, M, S>: bits [M + S, M + S + B) are xored into bits [M, M + B)
template <int BBits, int MBase, int SShift>
struct Swizzle {
    static constexpr int mask = ((1 << BBits) - 1) << (MBase + SShift);
    __host__ __device__ static constexpr int apply(int offset) { return offset ^ ((offset & mask) >> SShift); }
    __host__ __device__ constexpr int operator()(int offset) const { return apply(offset); }
};

template <class F, class L>
struct ComposedLayout {
    F f;
    L layout;
    template <class... I>
    __host__ __device__ constexpr int operator()(I... i) const { return f(layout(i...)); }
};

template <class Pointer, class L>
struct Tensor {
    Pointer data_;
    L layout_;
    template <class... I>
    __device__ decltype(auto) operator()(I... i) const { return data_[layout_(i...)]; }
    __device__ constexpr auto size() const { return layout_.size(); }
};
template <class Pointer, class L>
Tensor(Pointer, L) -> Tensor<Pointer, L>;

template <int... I, class F>
__device__ __forceinline__ void static_for(cuda::std::integer_sequence<int, I...>, F&& f) { (f(C<I>{}), ...); }
template <int N, class F>
__device__ __forceinline__ void static_for(F&& f) {
    static_for(cuda::std::make_integer_sequence<int, N>{}, static_cast<F&&>(f));
}
}  // namespace mini

using namespace mini;

extern "C" __global__ void layout_functions(int* out) {
    auto rows = make_layout(Shape<Int<4>, Int<8>>{}, Stride<Int<8>, Int<1>>{});
    auto nested = make_layout(Shape<Int<2>, Int<2>, int>{{}, {}, 8}, Stride<Int<1>, Int<16>, Int<2>>{});
    static_assert(rows(5) == 9 && rows.size() == 32, "known to the compiler");
    out[threadIdx.x] = rows(threadIdx.x);
    out[32 + threadIdx.x] = nested(threadIdx.x);
    out[64 + threadIdx.x] = nested(threadIdx.x & 1, threadIdx.x >> 1 & 1, threadIdx.x >> 2);
}

extern "C" __global__ void swizzled_transpose(const float* in, float* out) {
    __shared__ float storage[32 * 32];
    auto plain = make_layout(Shape<Int<32>, Int<32>>{}, Stride<Int<32>, Int<1>>{});
    Tensor tile{storage, ComposedLayout<Swizzle<5, 0, 5>, decltype(plain)>{{}, plain}};
    for (int r = threadIdx.y; r < 32; r += blockDim.y) tile(r, static_cast<int>(threadIdx.x)) = in[r * 32 + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y) out[r * 32 + threadIdx.x] = tile(static_cast<int>(threadIdx.x), r);
}

// A GEMM whose whole schedule is made of types.
template <class TileShape, class ThreadLayout, class ElementA, class ElementB, class ElementC>
struct GemmKernel {
    static constexpr int M = cuda::std::tuple_element_t<0, TileShape>::value;
    static constexpr int N = cuda::std::tuple_element_t<1, TileShape>::value;
    static constexpr int K = cuda::std::tuple_element_t<2, TileShape>::value;
    static constexpr int TM = M / cuda::std::tuple_element_t<0, ThreadLayout>::value;
    static constexpr int TN = N / cuda::std::tuple_element_t<1, ThreadLayout>::value;
    static constexpr int kThreads = (M / TM) * (N / TN);

    struct SharedStorage {
        alignas(16) ElementA a[M * K];
        alignas(16) ElementB b[K * N];
    };

    template <class Epilogue>
    __device__ static void run(SharedStorage& s, const ElementA* A, const ElementB* B, ElementC* C, int m, int n, int k,
                               Epilogue epilogue) {
        auto layout_a = make_layout(Shape<Int<M>, Int<K>>{}, Stride<Int<1>, Int<M>>{});  // transposed
        auto layout_b = make_layout(Shape<Int<K>, Int<N>>{}, Stride<Int<N>, Int<1>>{});
        Tensor sA{&s.a[0], layout_a};
        Tensor sB{&s.b[0], layout_b};
        Tensor gA{A + blockIdx.y * M * k, make_layout(Shape<Int<M>, int>{{}, k}, Stride<int, Int<1>>{k, {}})};
        Tensor gB{B + blockIdx.x * N, make_layout(Shape<int, Int<N>>{k, {}}, Stride<int, Int<1>>{n, {}})};
        const int tm = threadIdx.x % (M / TM), tn = threadIdx.x / (M / TM);
        ElementC acc[TM][TN] = {};
        for (int k0 = 0; k0 < k; k0 += K) {
            for (int i = threadIdx.x; i < M * K; i += kThreads) sA(i / K, i % K) = gA(i / K, k0 + i % K);
            for (int i = threadIdx.x; i < K * N; i += kThreads) sB(i / N, i % N) = gB(k0 + i / N, i % N);
            __syncthreads();
            static_for<K>([&](auto kk) {
                static_for<TM>([&](auto i) {
                    static_for<TN>([&](auto j) {
                        acc[i][j] += static_cast<ElementC>(sA(tm + i * (M / TM), static_cast<int>(kk))) *
                                     static_cast<ElementC>(sB(static_cast<int>(kk), tn + j * (N / TN)));
                    });
                });
            });
            __syncthreads();
        }
        static_for<TM>([&](auto i) {
            static_for<TN>([&](auto j) {
                const int row = blockIdx.y * M + tm + i * (M / TM), column = blockIdx.x * N + tn + j * (N / TN);
                C[row * n + column] = epilogue(acc[i][j], C[row * n + column]);
            });
        });
    }
};

struct LinearCombination {
    int alpha, beta;
    __device__ int operator()(int accumulator, int source) const { return alpha * accumulator + beta * source; }
};

extern "C" __global__ void gemm_of_types(const int8_t* A, const int8_t* B, int* C, int m, int n, int k) {
    using Kernel = GemmKernel<Shape<Int<16>, Int<16>, Int<8>>, Shape<Int<8>, Int<4>>, int8_t, int8_t, int>;
    static_assert(Kernel::kThreads == 32);
    __shared__ Kernel::SharedStorage storage;
    Kernel::run(storage, A, B, C, m, n, k, LinearCombination{2, -1});
}

// A tiled copy: which thread moves what is a layout of threads and values; 16 bytes a move.
template <int THREADS, int VALUES, class T>
struct TiledCopy {
    using Vector = typename cuda::std::conditional_t<sizeof(T) * VALUES == 16, uint4, uint2>;
    __device__ void operator()(const T* from, T* to, int n) const {
        for (int i = threadIdx.x; i < n / VALUES; i += THREADS)
            reinterpret_cast<Vector*>(to)[i] = reinterpret_cast<const Vector*>(from)[i];
    }
};

extern "C" __global__ void tiled_copies(const short* in, short* out, int n) {
    __shared__ alignas(16) short middle[512];
    constexpr TiledCopy<32, 8, short> wide;
    constexpr TiledCopy<32, 4, short> narrow;
    wide(in, middle, n);
    __syncthreads();
    narrow(middle, out, n);
}

// Compile-time dispatch over a list of types, and recursion over tuples.
template <class... Ops> struct Pipeline;
template <> struct Pipeline<> { __device__ static int run(int x) { return x; } };
template <class First, class... Rest>
struct Pipeline<First, Rest...> {
    __device__ static int run(int x) { return Pipeline<Rest...>::run(First{}(x)); }
};
template <int N> struct Times { __device__ int operator()(int x) const { return x * N; } };
template <int N> struct Plus { __device__ int operator()(int x) const { return x + N; } };
struct Clamp { __device__ int operator()(int x) const { return x < 0 ? 0 : x > 100 ? 100 : x; } };

extern "C" __global__ void pipelines(const int* in, int* out) {
    out[threadIdx.x] = Pipeline<Times<3>, Plus<-40>, Clamp, Times<-1>>::run(in[threadIdx.x]);
}

// A division whose divisor only the host knows, as a product; guards of a tile as bits of a word.
struct Rows {
    int width;
    unsigned reciprocal, shift;
    __device__ int2 at(int i) const {
        const int row = __umulhi(i, reciprocal) >> shift;
        return {i - row * width, row};
    }
};

extern "C" __global__ void predicated_tiles(const int* in, int* out, Rows by_width, int rows, int count) {
    uint32_t predicates = 0;
    int fragment[8];
    #pragma unroll
    for (int v = 0; v < 8; ++v) {
        const auto [column, row] = by_width.at(static_cast<int>(threadIdx.x) + 32 * v);
        bool guard = row < rows && column != 2;
        predicates |= static_cast<uint32_t>(guard) << v;
        fragment[v] = -1;
    }
    #pragma unroll
    for (int v = 0; v < 8; ++v)
        if (predicates & 1u << v) fragment[v] = in[threadIdx.x + 32 * v];
    #pragma unroll
    for (int v = 0; v < 8; ++v)
        if (static_cast<int>(threadIdx.x) + 32 * v < count) out[threadIdx.x + 32 * v] = fragment[v];
}
