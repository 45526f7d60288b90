// CUB's block- and warp-wide primitives, as courses use them inside their own kernels.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/warp/warp_reduce.cuh>

extern "C" __global__ void cub_block_reduce(const int* in, int* out) {
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage temporary;
    int sum = Reduce(temporary).Sum(in[blockIdx.x * 128 + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void cub_block_scan(const int* in, int* out, int* total) {
    using Scan = cub::BlockScan<int, 64>;
    __shared__ typename Scan::TempStorage temporary;
    int items[3], sum;
    for (int k = 0; k < 3; ++k) items[k] = in[threadIdx.x * 3 + k];
    Scan(temporary).ExclusiveSum(items, items, sum);
    for (int k = 0; k < 3; ++k) out[threadIdx.x * 3 + k] = items[k];
    if (threadIdx.x == 0) *total = sum;
}

extern "C" __global__ void cub_warp_reduce(const float* in, float* out) {
    using Reduce = cub::WarpReduce<float>;
    __shared__ typename Reduce::TempStorage temporary[2];
    int warp = threadIdx.x / 32;
    float sum = Reduce(temporary[warp]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[warp] = sum;
}

extern "C" __global__ void cub_block_radix_sort(unsigned* keys) {
    using Sort = cub::BlockRadixSort<unsigned, 64, 2>;
    __shared__ typename Sort::TempStorage temporary;
    unsigned mine[2] = {keys[2 * threadIdx.x], keys[2 * threadIdx.x + 1]};
    Sort(temporary).Sort(mine, 0, 12);
    keys[2 * threadIdx.x] = mine[0];
    keys[2 * threadIdx.x + 1] = mine[1];
}
