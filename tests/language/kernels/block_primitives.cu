// CUB within kernels, through its umbrella header: loads, stores, scans, sorts, histograms, exchanges.
#include <cub/cub.cuh>

template <int BLOCK_THREADS, int ITEMS_PER_THREAD, cub::BlockReduceAlgorithm ALGORITHM>
__device__ void block_sum(const int* d_in, int* d_out) {
    typedef cub::BlockReduce<int, BLOCK_THREADS, ALGORITHM> BlockReduceT;
    __shared__ typename BlockReduceT::TempStorage temp_storage;
    int data[ITEMS_PER_THREAD];
    cub::LoadDirectStriped<BLOCK_THREADS>(threadIdx.x, d_in, data);
    int aggregate = BlockReduceT(temp_storage).Sum(data);
    if (threadIdx.x == 0) *d_out = aggregate;
}

extern "C" __global__ void sum_by_raking(const int* d_in, int* d_out) {
    block_sum<64, 4, cub::BLOCK_REDUCE_RAKING>(d_in, d_out);
}
extern "C" __global__ void sum_by_commutative_raking(const int* d_in, int* d_out) {
    block_sum<64, 4, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(d_in, d_out);
}
extern "C" __global__ void sum_by_warps(const int* d_in, int* d_out) {
    block_sum<64, 4, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(d_in, d_out);
}

template <int BLOCK_THREADS, int ITEMS_PER_THREAD, cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE>
__device__ void prefix_sum(int* d_in, int* d_out) {
    typedef cub::BlockLoad<int, BLOCK_THREADS, ITEMS_PER_THREAD, LOAD> BlockLoadT;
    typedef cub::BlockStore<int, BLOCK_THREADS, ITEMS_PER_THREAD, STORE> BlockStoreT;
    typedef cub::BlockScan<int, BLOCK_THREADS, cub::BLOCK_SCAN_RAKING> BlockScanT;
    __shared__ union TempStorage {
        typename BlockLoadT::TempStorage load;
        typename BlockStoreT::TempStorage store;
        typename BlockScanT::TempStorage scan;
    } temp_storage;
    int data[ITEMS_PER_THREAD];
    BlockLoadT(temp_storage.load).Load(d_in, data);
    __syncthreads();
    int aggregate;
    BlockScanT(temp_storage.scan).ExclusiveSum(data, data, aggregate);
    __syncthreads();
    BlockStoreT(temp_storage.store).Store(d_out, data);
    if (threadIdx.x == 0) d_out[BLOCK_THREADS * ITEMS_PER_THREAD] = aggregate;
}

extern "C" __global__ void prefix_sum_vectorised(int* d_in, int* d_out) {
    prefix_sum<64, 4, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(d_in, d_out);
}
extern "C" __global__ void prefix_sum_transposed(int* d_in, int* d_out) {
    prefix_sum<64, 3, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(d_in, d_out);
}
extern "C" __global__ void prefix_sum_by_warps(int* d_in, int* d_out) {
    prefix_sum<64, 3, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(d_in, d_out);
}

// a running prefix carried from tile to tile by a functor
struct BlockPrefixCallbackOp {
    int running_total;
    __device__ BlockPrefixCallbackOp(int running_total) : running_total(running_total) {}
    __device__ int operator()(int block_aggregate) {
        int old_prefix = running_total;
        running_total += block_aggregate;
        return old_prefix;
    }
};

extern "C" __global__ void scan_with_prefix(const int* in, int* out, int n) {
    using Load = cub::BlockLoad<int, 32, 2, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Scan = cub::BlockScan<int, 32>;
    __shared__ Load::TempStorage load;
    __shared__ Scan::TempStorage scan;
    BlockPrefixCallbackOp prefix_op(100);
    for (int offset = 0; offset < n; offset += 64) {
        int items[2];
        Load(load).Load(in + offset, items, n - offset, 0);
        __syncthreads();
        Scan(scan).InclusiveSum(items, items, prefix_op);
        __syncthreads();
        for (int k = 0; k < 2; ++k)
            if (offset + threadIdx.x * 2 + k < n) out[offset + threadIdx.x * 2 + k] = items[k];
    }
}

struct Larger {
    __device__ int2 operator()(const int2& a, const int2& b) const {
        return a.x > b.x || (a.x == b.x && a.y < b.y) ? a : b;
    }
};

extern "C" __global__ void argmax_of_pairs(const int* in, int2* out, int n) {
    using Reduce = cub::BlockReduce<int2, 64, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
    __shared__ Reduce::TempStorage temporary;
    int2 mine = threadIdx.x < n ? make_int2(in[threadIdx.x], threadIdx.x) : make_int2(INT_MIN, INT_MAX);
    int2 best = Reduce(temporary).Reduce(mine, Larger{}, n);
    if (threadIdx.x == 0) *out = best;
}

extern "C" __global__ void sort_pairs(unsigned short* keys, float* values) {
    using Sort = cub::BlockRadixSort<unsigned short, 64, 3, float>;
    __shared__ Sort::TempStorage temporary;
    unsigned short k[3];
    float v[3];
    cub::LoadDirectBlocked(threadIdx.x, keys, k);
    cub::LoadDirectBlocked(threadIdx.x, values, v);
    Sort(temporary).SortBlockedToStriped(k, v);
    cub::StoreDirectStriped<64>(threadIdx.x, keys, k);
    cub::StoreDirectStriped<64>(threadIdx.x, values, v);
}

extern "C" __global__ void sort_floats_down(float* keys) {
    using Sort = cub::BlockRadixSort<float, 32, 4>;
    __shared__ Sort::TempStorage temporary;
    float k[4];
    cub::LoadDirectBlocked(threadIdx.x, keys, k);
    Sort(temporary).SortDescending(k);
    cub::StoreDirectBlocked(threadIdx.x, keys, k);
}

struct ByLastDigit {
    __device__ bool operator()(const int& a, const int& b) const { return a % 10 < b % 10; }
};

extern "C" __global__ void merge_sort_by_key(int* keys) {
    using Sort = cub::BlockMergeSort<int, 64, 2>;
    __shared__ Sort::TempStorage temporary;
    int k[2];
    cub::LoadDirectBlocked(threadIdx.x, keys, k);
    Sort(temporary).StableSort(k, ByLastDigit{});
    cub::StoreDirectBlocked(threadIdx.x, keys, k);
}

template <cub::BlockHistogramAlgorithm ALGORITHM>
__device__ void histogram(const unsigned char* in, int* out) {
    using Histogram = cub::BlockHistogram<unsigned char, 64, 4, 16, ALGORITHM>;
    __shared__ typename Histogram::TempStorage temporary;
    __shared__ int bins[16];
    unsigned char mine[4];
    cub::LoadDirectBlocked(threadIdx.x, in, mine);
    Histogram(temporary).Histogram(mine, bins);
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void histogram_by_atomics(const unsigned char* in, int* out) {
    histogram<cub::BLOCK_HISTO_ATOMIC>(in, out);
}
extern "C" __global__ void histogram_by_sorting(const unsigned char* in, int* out) {
    histogram<cub::BLOCK_HISTO_SORT>(in, out);
}

extern "C" __global__ void heads_and_tails(const int* in, int* heads, int* tails) {
    using Discontinuity = cub::BlockDiscontinuity<int, 32>;
    __shared__ Discontinuity::TempStorage temporary;
    int mine[3], head[3], tail[3];
    cub::LoadDirectBlocked(threadIdx.x, in, mine);
    Discontinuity(temporary).FlagHeadsAndTails(head, tail, mine, cuda::std::not_equal_to<>{});
    cub::StoreDirectBlocked(threadIdx.x, heads, head);
    cub::StoreDirectBlocked(threadIdx.x, tails, tail);
}

extern "C" __global__ void differences(const int* in, int* out) {
    using Difference = cub::BlockAdjacentDifference<int, 32>;
    __shared__ Difference::TempStorage temporary;
    int mine[2], result[2];
    cub::LoadDirectBlocked(threadIdx.x, in, mine);
    Difference(temporary).SubtractLeft(mine, result, [](int a, int b) { return a - b; });
    cub::StoreDirectBlocked(threadIdx.x, out, result);
}

extern "C" __global__ void exchange_and_shuffle(const int* in, int* out, int* rotated) {
    using Exchange = cub::BlockExchange<int, 32, 4>;
    using Shuffle = cub::BlockShuffle<int, 32>;
    __shared__ Exchange::TempStorage exchange;
    __shared__ Shuffle::TempStorage shuffle;
    int mine[4], last;
    for (int k = 0; k < 4; ++k) mine[k] = in[k * 32 + threadIdx.x];  // striped
    Exchange(exchange).StripedToBlocked(mine, mine);
    for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = mine[k];
    Shuffle(shuffle).Rotate(mine[0], last, 3);
    rotated[threadIdx.x] = last;
}

extern "C" __global__ void run_length_decode(const int* values, const int* lengths, int* out, int* total) {
    using Decode = cub::BlockRunLengthDecode<int, 32, 1, 4>;
    __shared__ Decode::TempStorage temporary;
    int value[1] = {values[threadIdx.x]}, length[1] = {lengths[threadIdx.x]}, size = 0;
    Decode decode(temporary, value, length, size);
    for (int window = 0; window < size; window += 128) {
        int items[4];
        decode.RunLengthDecode(items, window);
        for (int k = 0; k < 4; ++k)
            if (window + threadIdx.x * 4 + k < size) out[window + threadIdx.x * 4 + k] = items[k];
    }
    if (threadIdx.x == 0) *total = size;
}

extern "C" __global__ void warps_of_eight(const int* in, int* sums, int* scans, int* heads) {
    using Reduce = cub::WarpReduce<int, 8>;
    using Scan = cub::WarpScan<int, 8>;
    __shared__ Reduce::TempStorage reduce[8];
    __shared__ Scan::TempStorage scan[8];
    int part = threadIdx.x / 8, mine = in[threadIdx.x], inclusive, all;
    int sum = Reduce(reduce[part]).Sum(mine);
    if (threadIdx.x % 8 == 0) sums[part] = sum;
    Scan(scan[part]).InclusiveScan(mine, inclusive, cuda::maximum<>{}, all);
    scans[threadIdx.x] = inclusive;
    __syncwarp();
    int segment = Reduce(reduce[part]).HeadSegmentedSum(mine, mine % 3 == 0);
    if (threadIdx.x % 8 == 0 || mine % 3 == 0) heads[threadIdx.x] = segment;
}

extern "C" __global__ void warp_merge_sort(int* keys) {
    using Sort = cub::WarpMergeSort<int, 4, 16>;
    __shared__ Sort::TempStorage temporary[2];
    int k[4];
    cub::LoadDirectBlocked(threadIdx.x, keys, k);
    Sort(temporary[threadIdx.x / 16]).Sort(k, [](int a, int b) { return a > b; });
    cub::StoreDirectBlocked(threadIdx.x, keys, k);
}

extern "C" __global__ void cache_modifiers(const int4* in, int4* out, const unsigned char* bytes, int* sum) {
    int4 v = cub::ThreadLoad<cub::LOAD_CG>(in + threadIdx.x);
    cub::ThreadStore<cub::STORE_CS>(out + threadIdx.x, v);
    unsigned char mine[8];
    cub::LoadDirectBlockedVectorized(threadIdx.x, const_cast<unsigned char*>(bytes), mine);
    int total = cub::ThreadReduce(mine, cuda::std::plus<int>{}, 0);
    atomicAdd(sum, total);
}
