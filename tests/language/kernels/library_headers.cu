// Headers that come with the toolkit: cuda::std, complex numbers, CUB's sorts, tiles wider than a warp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cuComplex.h>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/variant>
namespace cg = cooperative_groups;

extern "C" __global__ void complex_numbers(const float* in, float* out) {
    using C = cuda::std::complex<float>;
    C z(in[2 * threadIdx.x], in[2 * threadIdx.x + 1]), w(0.3f, -2.f);
    C results[] = {z * w, z / w, exp(z), sqrt(z), conj(z) + w, C(abs(z), arg(z)), pow(z, 3.f), cuda::std::polar(2.f, z.real())};
    cuFloatComplex a = make_cuFloatComplex(z.real(), z.imag()), b = make_cuFloatComplex(w.real(), w.imag());
    cuFloatComplex c = cuCaddf(cuCmulf(a, b), cuCdivf(cuConjf(a), b));
    float* o = out + 18 * threadIdx.x;
    for (C r : results) { *o++ = r.real(); *o++ = r.imag(); }
    o[0] = cuCrealf(c);
    o[1] = cuCabsf(c);
}

struct Visitor {
    __device__ int operator()(int x) const { return x; }
    __device__ int operator()(float f) const { return (int)(f * 10); }
};
__device__ cuda::std::optional<int> not_divisible(int x) {
    if (x % 3) return x;
    return {};
}
extern "C" __global__ void vocabulary_types(int* out) {
    int t = threadIdx.x, values[6] = {5, 2, 9, 1, 7, t}, total = 0;
    cuda::std::span<int> all(values);
    for (int v : all.subspan(1, 4)) total += v;
    cuda::std::bitset<40> bits(t * 77);
    cuda::std::variant<int, float> v;
    if (t & 1) v = t;
    else v = 1.5f * t;
    cuda::std::mdspan rows(out, cuda::std::extents<int, 32, 8>{});
    rows(t, 0) = total + all.back();
    rows(t, 1) = (int)bits.count() + bits.test(3) * 100;
    rows(t, 2) = cuda::std::visit(Visitor{}, v) + 1000 * (int)v.index();
    rows(t, 3) = not_divisible(t).value_or(-1);
    rows(t, 4) = cuda::std::popcount((unsigned)t) + 10 * cuda::std::countl_zero((unsigned)t);
    rows(t, 5) = cuda::std::bit_ceil((unsigned)t + 1);
    rows(t, 6) = cuda::std::gcd(12, t + 1) * 1000 + cuda::std::lcm(4, t + 1);
    rows(t, 7) = rows.extent(1);
}

struct Descending { template <class T> __device__ bool operator()(const T& a, const T& b) const { return a > b; } };
extern "C" __global__ void block_merge_sort(int* keys) {
    using Sort = cub::BlockMergeSort<int, 32, 4>;
    __shared__ Sort::TempStorage storage;
    int mine[4];
    for (int i = 0; i < 4; i++) mine[i] = keys[4 * threadIdx.x + i];
    Sort(storage).Sort(mine, Descending());
    for (int i = 0; i < 4; i++) keys[4 * threadIdx.x + i] = mine[i];
}

extern "C" __global__ void block_histogram(const unsigned char* in, unsigned* out) {
    using Histogram = cub::BlockHistogram<unsigned char, 32, 4, 16>;
    __shared__ Histogram::TempStorage storage;
    __shared__ unsigned bins[16];
    unsigned char mine[4];
    for (int i = 0; i < 4; i++) mine[i] = in[4 * threadIdx.x + i];
    Histogram(storage).Histogram(mine, bins);
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void groups_by_condition_and_label(int* out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto half = cg::binary_partition(tile, (threadIdx.x & 3) == 1);
    auto alike = cg::labeled_partition(tile, threadIdx.x % 5);
    int* o = out + 5 * threadIdx.x;
    o[0] = half.size(); o[1] = half.thread_rank(); o[2] = alike.size(); o[3] = alike.thread_rank();
    o[4] = cg::reduce(alike, (int)threadIdx.x, cg::plus<int>());
}

extern "C" __global__ void tiles_wider_than_a_warp(int* out) {
    __shared__ cg::block_tile_memory<64> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    out[threadIdx.x] = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
}
