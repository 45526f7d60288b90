// What newer CUDA C++ has: generic lambdas, unannotated constexpr, constexpr if, fold expressions, wide integers,
// grid constants, register limits, cache and branch hints, warp-wide reductions, address-space queries.
#include <cooperative_groups.h>
#include <cuda/std/array>
#include <stdint.h>

constexpr int log2_of(int n) { return n < 2 ? 0 : 1 + log2_of(n / 2); }

template <class T, size_t N>
constexpr auto squares() {
    cuda::std::array<T, N> table{};
    for (size_t i = 0; i < N; ++i) table[i] = static_cast<T>(i * i);
    return table;
}
__constant__ constexpr auto SQUARES = squares<int, 32>();

extern "C" __global__ void constants_of_functions(const int* in, int* out) {
    constexpr int bits = log2_of(32);
    static_assert(bits == 5, "computed by the compiler");
    out[threadIdx.x] = SQUARES[in[threadIdx.x] & 31] * bits + log2_of(in[threadIdx.x]);
}

template <class F, class... Rest>
__device__ auto composed(F f, Rest... rest) {
    if constexpr (sizeof...(rest) == 0) {
        return f;
    } else {
        return [=](auto x) { return composed(rest...)(f(x)); };
    }
}

extern "C" __global__ void generic_lambdas(const int* in, float* out) {
    auto twice = [](auto x) { return x + x; };
    auto half = [](auto x) -> float { return 0.5f * x; };
    auto at_least = [low = 3](auto x) { return x < low ? decltype(x)(low) : x; };
    auto sum = [](auto... x) { return (x + ...); };
    out[threadIdx.x] = composed(twice, half, at_least)(in[threadIdx.x]) + sum(1, 0.25f, in[threadIdx.x] % 2);
}

template <class F, int... I>
__device__ void unrolled(F&& f, cuda::std::integer_sequence<int, I...>) { (f(cuda::std::integral_constant<int, I>{}), ...); }

extern "C" __global__ void lambdas_over_constants(const int* in, int* out) {
    int mine[4];
    unrolled([&](auto i) { mine[i] = in[4 * threadIdx.x + i] << decltype(i)::value; }, cuda::std::make_integer_sequence<int, 4>{});
    unrolled([&](auto i) { if constexpr (i > 0) mine[i] += mine[i - 1]; }, cuda::std::make_integer_sequence<int, 4>{});
    reinterpret_cast<int4*>(out)[threadIdx.x] = make_int4(mine[0], mine[1], mine[2], mine[3]);
}

extern "C" __global__ void wide_integers(const long long* in, unsigned long long* out) {
    __int128 x = in[2 * threadIdx.x], y = in[2 * threadIdx.x + 1];
    unsigned __int128 p = static_cast<unsigned __int128>(x * y);
    __int128 q = y == 0 ? 0 : (x << 40) / y;
    out[4 * threadIdx.x] = static_cast<uint64_t>(p);
    out[4 * threadIdx.x + 1] = static_cast<uint64_t>(p >> 64);
    out[4 * threadIdx.x + 2] = static_cast<uint64_t>(q);
    out[4 * threadIdx.x + 3] = (x * 3 < y) + 2 * ((p & 1) != 0) + 4 * (x > -y);
}

struct Parameters {
    int coefficients[8];
    float scale;
    const char* name;
};

extern "C" __global__ void grid_constants(const __grid_constant__ Parameters p, float* out) {
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 8; ++i) sum = sum * 2 + p.coefficients[i];
    out[threadIdx.x] = sum * p.scale + p.coefficients[3] * threadIdx.x;
}

extern "C" __global__ void grid_constants_by_index(const __grid_constant__ Parameters p, float* out) {
    out[threadIdx.x] = p.coefficients[threadIdx.x & 7] * p.scale;
}

extern "C" __global__ void parameters_by_index(Parameters p, float* out) {
    out[threadIdx.x] = p.coefficients[threadIdx.x & 7] * p.scale;
}

extern "C" __global__ void __launch_bounds__(256, 2) bounded_launch(const int* in, int* out) {
    int v = in[blockIdx.x * 256 + threadIdx.x];
    out[blockIdx.x * 256 + threadIdx.x] = __syncthreads_and(v > 0) + 2 * __syncthreads_or(v > 90) + 4 * (v & 1);
}

extern "C" __global__ void __maxnreg__(40) limited_registers(const int* in, int* out) {
    int sum = 0;
    #pragma unroll 8
    for (int i = 0; i < 32; ++i) sum += in[(threadIdx.x + i) & 31] * (i + 1);
    out[threadIdx.x] = sum;
}

extern "C" __global__ void hints(const int* in, int* out) {
    __builtin_assume(in[threadIdx.x] >= 0);
    const int* aligned = static_cast<const int*>(__builtin_assume_aligned(in, 16));
    int v = aligned[threadIdx.x];
    if (__builtin_expect(v > 90, 0)) v = -v;
    switch (v & 3) {
        case 0: v += 1; break;
        case 1: [[fallthrough]];
        case 2: v += 2; break;
        case 3: v += 3; break;
        default: __builtin_unreachable();
    }
    __nanosleep(20);
    [[maybe_unused]] int unused = 5;
    out[threadIdx.x] = v;
}

extern "C" __global__ void warp_reductions(const int* in, int* out) {
    int v = in[threadIdx.x];
    unsigned lower = __activemask() & 0xffff;
    int* o = out + 6 * threadIdx.x;
    o[0] = __reduce_add_sync(~0u, v);
    o[1] = __reduce_max_sync(~0u, v - 50);
    o[2] = __reduce_xor_sync(~0u, v);
    o[3] = o[4] = o[5] = 0;
    if (threadIdx.x < 16) {
        o[3] = __reduce_min_sync(lower, (unsigned)v);
        o[4] = __reduce_and_sync(0xffffu, v | 64);
        int same;
        o[5] = __match_any_sync(lower, v & 3) + (__match_all_sync(lower, v < 1000, &same) ? same : -1);
    }
}

__device__ int in_global = 7;
__constant__ int in_constant = 9;

extern "C" __global__ void address_spaces(int* in, unsigned long long* out) {
    __shared__ int shared[4];
    int local[4] = {1, 2, 3, 4};
    shared[threadIdx.x & 3] = 5;
    __syncthreads();
    int* pointers[3] = {in, shared, local};
    unsigned long long bits = 0;
    for (int i = 0; i < 3; ++i) {
        int* p = pointers[(i + threadIdx.x) % 3];
        bits = bits * 8 + __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p);
    }
    size_t address = __cvta_generic_to_shared(&shared[1]) - __cvta_generic_to_shared(&shared[0]);
    int* again = static_cast<int*>(__cvta_shared_to_generic(__cvta_generic_to_shared(&shared[2])));
    const int* from_global = static_cast<const int*>(__cvta_global_to_generic(__cvta_generic_to_global(&in_global)));
    out[threadIdx.x] = bits * 10000 + address * 1000 + *again * 100 + *from_global + in_constant * 10 + __isGlobal(&in_global);
}

extern "C" __global__ void cached_accesses(const double2* a, const longlong2* b, const ushort4* c, double2* x, longlong2* y,
                                           ushort4* z, const signed char* narrow, int* sums) {
    int i = threadIdx.x;
    double2 p = __ldcs(a + i);
    __stwt(x + i, make_double2(p.y, p.x + 0.5));
    longlong2 q = __ldcg(b + i);
    __stcg(y + i, make_longlong2(q.y - 1, q.x));
    ushort4 r = __ldca(c + i);
    __stcs(z + i, make_ushort4(r.w, r.z + 1, r.y, r.x));
    sums[i] = __ldg(narrow + i) + __ldcv(narrow + i) + __ldlu(reinterpret_cast<const short*>(narrow) + i / 2);
}

extern "C" __global__ void vector_types(const uchar3* in, float3* out, ulonglong4* wide) {
    uchar3 c = in[threadIdx.x];
    float3 f = make_float3(c.x, c.y, c.z);
    out[threadIdx.x] = {f.x * 0.5f, f.y - f.z, static_cast<float>(c.x << 8 | c.y)};
    wide[threadIdx.x] = {c.x, static_cast<unsigned long long>(c.y) << 40, ~0ull - c.z, sizeof(ulonglong4)};
}

enum class Colour : uint8_t { red = 1, green, blue = 40 };
struct Packed {
    unsigned low : 5;
    int middle : 11;
    unsigned high : 16;
};
struct alignas(8) Overlaid {
    union {
        float f;
        struct { unsigned short a, b; };
    };
    Colour colour;
};

extern "C" __global__ void structures_of_bits(const unsigned* in, int* out, Overlaid* others) {
    Packed p = *reinterpret_cast<const Packed*>(in + threadIdx.x);
    p.middle += 3;
    p.low ^= 9;
    Overlaid o{};
    o.f = 1.5f;
    o.a = p.high;
    o.colour = p.low > 15 ? Colour::green : Colour::blue;
    others[threadIdx.x] = o;
    out[threadIdx.x] = p.low + 100 * p.middle + static_cast<int>(o.colour);
}

// a signalling NaN is a NaN like any other: the number wins
extern "C" __global__ void minima_with_signalling_nan(const float* in, float* out) {
    out[threadIdx.x] = fminf(in[threadIdx.x], 1.0f) + fmaxf(in[threadIdx.x], -2.0f);
}

__managed__ int managed_counter = 3;
__managed__ float managed_table[4] = {0.5f, 1.5f, 2.5f};

extern "C" __global__ void managed_variables(float* out) {
    int turn = atomicAdd(&managed_counter, 2);
    out[threadIdx.x] = managed_table[threadIdx.x & 3] + turn;
}
