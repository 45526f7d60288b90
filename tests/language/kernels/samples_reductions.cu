/* In the manner of the toolkit's samples: reductions over groups, scan, votes, atomics, histograms. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

typedef unsigned int uint;
typedef unsigned char uchar;

/* reductionMultiBlockCG: one cooperative launch, a double sum. */
__device__ void reduceBlock(double *sdata, const cg::thread_block &cta) {
  const unsigned int tid = cta.thread_rank();
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);

  sdata[tid] = cg::reduce(tile32, sdata[tid], cg::plus<double>());
  cg::sync(cta);

  double beta = 0.0;
  if (cta.thread_rank() == 0) {
    beta = 0;
    for (int i = 0; i < cta.size(); i += tile32.size()) {
      beta += sdata[i];
    }
    sdata[0] = beta;
  }
  cg::sync(cta);
}

extern "C" __global__ void reduceSinglePassMultiBlockCG(const float *g_idata, float *g_odata, unsigned int n) {
  // Handle to thread block group
  cg::thread_block block = cg::this_thread_block();

  extern double __shared__ sdata[];
  unsigned int stride = blockDim.x * gridDim.x;

  sdata[block.thread_rank()] = 0;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += stride) {
    sdata[block.thread_rank()] += g_idata[i];
  }
  cg::sync(block);
  reduceBlock(sdata, block);
  if (block.thread_rank() == 0) atomicAdd(g_odata, (float)sdata[0]);
}

/* scan.cu */
#define THREADBLOCK_SIZE 64
inline __device__ uint scan1Inclusive(uint idata, volatile uint *s_Data, uint size, cg::thread_block cta) {
  uint pos = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  s_Data[pos] = 0;
  pos += size;
  s_Data[pos] = idata;

  for (uint offset = 1; offset < size; offset <<= 1) {
    cg::sync(cta);
    uint t = s_Data[pos] + s_Data[pos - offset];
    cg::sync(cta);
    s_Data[pos] = t;
  }

  return s_Data[pos];
}

inline __device__ uint scan1Exclusive(uint idata, volatile uint *s_Data, uint size, cg::thread_block cta) {
  return scan1Inclusive(idata, s_Data, size, cta) - idata;
}

inline __device__ uint4 scan4Inclusive(uint4 idata4, volatile uint *s_Data, uint size, cg::thread_block cta) {
  // Level-0 inclusive scan
  idata4.y += idata4.x;
  idata4.z += idata4.y;
  idata4.w += idata4.z;

  // Level-1 exclusive scan
  uint oval = scan1Exclusive(idata4.w, s_Data, size / 4, cta);

  idata4.x += oval;
  idata4.y += oval;
  idata4.z += oval;
  idata4.w += oval;

  return idata4;
}

inline __device__ uint4 scan4Exclusive(uint4 idata4, volatile uint *s_Data, uint size, cg::thread_block cta) {
  uint4 odata4 = scan4Inclusive(idata4, s_Data, size, cta);
  odata4.x -= idata4.x;
  odata4.y -= idata4.y;
  odata4.z -= idata4.z;
  odata4.w -= idata4.w;
  return odata4;
}

extern "C" __global__ void scanExclusiveShared(uint4 *d_Dst, uint4 *d_Src, uint size) {
  // Handle to thread block group
  cg::thread_block cta = cg::this_thread_block();
  __shared__ uint s_Data[2 * THREADBLOCK_SIZE];

  uint pos = blockIdx.x * blockDim.x + threadIdx.x;

  // Load data
  uint4 idata4 = d_Src[pos];

  // Calculate exclusive scan
  uint4 odata4 = scan4Exclusive(idata4, s_Data, size, cta);

  // Write back
  d_Dst[pos] = odata4;
}

/* simpleVoteIntrinsics */
extern "C" __global__ void VoteAnyKernel3(bool *info, int warp_size) {
  int tx = threadIdx.x;
  unsigned int mask = 0xffffffff;
  bool *offs = info + (tx * 3);

  // The following should hold true for the second and third warp
  *offs = __any_sync(mask, (tx >= (warp_size * 3) / 2));
  // The following should hold true for the "upper half" of the second warp,
  // and all of the third warp
  *(offs + 1) = (tx >= (warp_size * 3) / 2 ? true : false);

  // The following should hold true for the third warp only
  if (__all_sync(mask, (tx >= (warp_size * 3) / 2) ? true : false)) {
    *(offs + 2) = true;
  }
}

/* simpleAtomicIntrinsics */
extern "C" __global__ void testKernel(int *g_odata, int *lastOne) {
  // access thread id
  const unsigned int tid = blockDim.x * blockIdx.x + threadIdx.x;

  // Test various atomic instructions
  atomicAdd(&g_odata[0], 10);
  atomicSub(&g_odata[1], 10);
  atomicExch(&lastOne[0], tid);
  atomicMax(&g_odata[3], tid);
  atomicMin(&g_odata[4], tid);
  atomicInc((unsigned int *)&g_odata[5], 17);
  atomicDec((unsigned int *)&g_odata[6], 137);
  atomicCAS(&lastOne[1], tid - 1, tid);
  // bitwise atomic instructions
  atomicAnd(&g_odata[8], 2 * tid + 7);
  atomicOr(&g_odata[9], 1 << tid);
  atomicXor(&g_odata[10], tid);
}

/* histogram64: bytes packed four in a word, a byte counter for each thread and bin. */
#define HISTOGRAM64_BIN_COUNT 64
#define SHARED_MEMORY_BANKS 16
#define HISTOGRAM64_THREADBLOCK_SIZE (4 * SHARED_MEMORY_BANKS)
#define UMUL(a, b) ((a) * (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))

inline __device__ void addByte(uchar *s_ThreadBase, uint data) {
  s_ThreadBase[UMUL(data, HISTOGRAM64_THREADBLOCK_SIZE)]++;
}

inline __device__ void addWord(uchar *s_ThreadBase, uint data) {
  // Only higher 6 bits of each byte matter, as this is a 64-bin histogram
  addByte(s_ThreadBase, (data >> 2) & 0x3FU);
  addByte(s_ThreadBase, (data >> 10) & 0x3FU);
  addByte(s_ThreadBase, (data >> 18) & 0x3FU);
  addByte(s_ThreadBase, (data >> 26) & 0x3FU);
}

extern "C" __global__ void histogram64Kernel(uint *d_PartialHistograms, uint4 *d_Data, uint dataCount) {
  // Handle to thread block group
  cg::thread_block cta = cg::this_thread_block();
  // Encode thread index in order to avoid bank conflicts in s_Hist[] access:
  // each group of SHARED_MEMORY_BANKS threads accesses consecutive shared
  // memory banks and the same bytes [0..3] within the banks
  const uint threadPos = ((threadIdx.x & ~(SHARED_MEMORY_BANKS * 4 - 1)) << 0) |
                         ((threadIdx.x & (SHARED_MEMORY_BANKS - 1)) << 2) |
                         ((threadIdx.x & (SHARED_MEMORY_BANKS * 3)) >> 4);

  // Per-thread histogram storage
  __shared__ uchar s_Hist[HISTOGRAM64_THREADBLOCK_SIZE * HISTOGRAM64_BIN_COUNT];
  uchar *s_ThreadBase = s_Hist + threadPos;

// Initialize shared memory (writing 32-bit words)
#pragma unroll
  for (uint i = 0; i < (HISTOGRAM64_BIN_COUNT / 4); i++) {
    ((uint *)s_Hist)[threadIdx.x + i * HISTOGRAM64_THREADBLOCK_SIZE] = 0;
  }

  // Read data from global memory and submit to the shared-memory histogram
  // Since histogram counters are byte-sized, every single thread can't do more
  // than 255 submission
  cg::sync(cta);

  for (uint pos = UMAD(blockIdx.x, blockDim.x, threadIdx.x); pos < dataCount; pos += UMUL(blockDim.x, gridDim.x)) {
    uint4 data = d_Data[pos];
    addWord(s_ThreadBase, data.x);
    addWord(s_ThreadBase, data.y);
    addWord(s_ThreadBase, data.z);
    addWord(s_ThreadBase, data.w);
  }

  // Accumulate per-thread histograms into per-block and write to global memory
  cg::sync(cta);

  if (threadIdx.x < HISTOGRAM64_BIN_COUNT) {
    uchar *s_HistBase = s_Hist + UMUL(threadIdx.x, HISTOGRAM64_THREADBLOCK_SIZE);

    uint sum = 0;
    uint pos = 4 * (threadIdx.x & (SHARED_MEMORY_BANKS - 1));

#pragma unroll
    for (uint i = 0; i < (HISTOGRAM64_THREADBLOCK_SIZE / 4); i++) {
      sum += s_HistBase[pos + 0] + s_HistBase[pos + 1] + s_HistBase[pos + 2] + s_HistBase[pos + 3];
      pos = (pos + 4) & (HISTOGRAM64_THREADBLOCK_SIZE - 1);
    }

    d_PartialHistograms[blockIdx.x * HISTOGRAM64_BIN_COUNT + threadIdx.x] = sum;
  }
}

/* histogram256, as it was before atomics in shared memory: the writer's lane is a tag in the counter. */
#define TAG_MASK 0x07FFFFFFU
#define UINT_BITS 32
#define LOG2_WARP_SIZE 5
extern "C" __global__ void histogram256_tagged(uint *histogram, const uchar *data, uint count) {
  __shared__ volatile uint s_Hist[256];
  for (int i = threadIdx.x; i < 256; i += 32) s_Hist[i] = 0;
  __syncwarp();
  const uint tag = threadIdx.x << (UINT_BITS - LOG2_WARP_SIZE);
  for (uint pos = threadIdx.x; pos < count; pos += 32) {
    uint bin = data[pos], n;
    bool done = false;
    do {
      if (!done) n = s_Hist[bin] & TAG_MASK;
      __syncwarp();
      n = tag | (n + 1);
      if (!done) s_Hist[bin] = n;
      __syncwarp();
      done = done || s_Hist[bin] == n;
      __syncwarp();
    } while (__any_sync(~0u, !done));
  }
  for (int i = threadIdx.x; i < 256; i += 32) histogram[i] = s_Hist[i] & TAG_MASK;
}

/* warpAggregatedAtomicsCG: a filter whose lanes share one atomic */
__device__ int atomicAggInc(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  // leader does the update
  int res = 0;
  if (active.thread_rank() == 0) {
    res = atomicAdd(counter, active.size());
  }
  // broadcast result
  res = active.shfl(res, 0);
  // each thread computes its own value
  return res + active.thread_rank();
}
extern "C" __global__ void filter_arr(int *dst, int *nres, const int *src, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = id; i < n; i += gridDim.x * blockDim.x) {
    if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
  }
}

/* fp16ScalarProduct: two chains of half2, then a reduction in shared memory */
__forceinline__ __device__ void reduceInShared_native(half2 *const v) {
  if (threadIdx.x < 64) v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + 64]);
  __syncthreads();
  for (int i = 32; i > 0; i /= 2) {
    if (threadIdx.x < 32) v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + i]);
    __syncthreads();
  }
}
extern "C" __global__ void scalarProductKernel_native(half2 const *const a, half2 const *const b, float *const results, size_t const size) {
  const int stride = gridDim.x * blockDim.x;
  __shared__ half2 shArray[128];
  shArray[threadIdx.x] = __float2half2_rn(0.f);
  half2 value = __float2half2_rn(0.f);
  for (int i = threadIdx.x + blockDim.x + blockIdx.x * blockDim.x - blockDim.x; i < size; i += stride) {
    value = __hfma2(a[i], b[i], value);
  }
  shArray[threadIdx.x] = value;
  __syncthreads();
  reduceInShared_native(shArray);
  if (threadIdx.x == 0) {
    half2 result = shArray[0];
    results[blockIdx.x] = (float)__low2float(result) + (float)__high2float(result);
  }
}
