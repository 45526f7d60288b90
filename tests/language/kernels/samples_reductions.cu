/* In the manner of the toolkit's samples: reductions over groups, scan, votes, atomics, histograms. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

typedef unsigned int uint;
typedef unsigned char uchar;

/* reductionMultiBlockCG: one cooperative launch, a double sum. */
__device__ void fold_block(double *sums, const cg::thread_block &team) {
  const unsigned int tid = team.thread_rank();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(team);

  sums[tid] = cg::reduce(warp, sums[tid], cg::plus<double>());
  cg::sync(team);

  double total = 0.0;
  if (team.thread_rank() == 0) {
    total = 0;
    for (int i = 0; i < team.size(); i += warp.size()) {
      total += sums[i];
    }
    sums[0] = total;
  }
  cg::sync(team);
}

extern "C" __global__ void sum_of_all_blocks(const float *values, float *results, unsigned int n) {
  cg::thread_block block = cg::this_thread_block();

  extern double __shared__ sums[];
  unsigned int stride = blockDim.x * gridDim.x;

  sums[block.thread_rank()] = 0;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += stride) {
    sums[block.thread_rank()] += values[i];
  }
  cg::sync(block);
  fold_block(sums, block);
  if (block.thread_rank() == 0) atomicAdd(results, (float)sums[0]);
}

/* scan.cu */
#define SCAN_THREADS 64
inline __device__ uint scan_words(uint own, volatile uint *line, uint size, cg::thread_block team) {
  uint pos = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  line[pos] = 0;
  pos += size;
  line[pos] = own;

  for (uint offset = 1; offset < size; offset <<= 1) {
    cg::sync(team);
    uint t = line[pos] + line[pos - offset];
    cg::sync(team);
    line[pos] = t;
  }

  return line[pos];
}

inline __device__ uint scan_words_before(uint own, volatile uint *line, uint size, cg::thread_block team) {
  return scan_words(own, line, size, team) - own;
}

inline __device__ uint4 scan_quads(uint4 quad, volatile uint *line, uint size, cg::thread_block team) {
  quad.y += quad.x;
  quad.z += quad.y;
  quad.w += quad.z;

  uint left = scan_words_before(quad.w, line, size / 4, team);

  quad.x += left;
  quad.y += left;
  quad.z += left;
  quad.w += left;

  return quad;
}

inline __device__ uint4 scan_quads_before(uint4 quad, volatile uint *line, uint size, cg::thread_block team) {
  uint4 before = scan_quads(quad, line, size, team);
  before.x -= quad.x;
  before.y -= quad.y;
  before.z -= quad.z;
  before.w -= quad.w;
  return before;
}

extern "C" __global__ void scan_in_shared(uint4 *to, uint4 *from, uint size) {
  cg::thread_block team = cg::this_thread_block();
  __shared__ uint line[2 * SCAN_THREADS];

  uint pos = blockIdx.x * blockDim.x + threadIdx.x;

  uint4 quad = from[pos];

  uint4 before = scan_quads_before(quad, line, size, team);

  to[pos] = before;
}

/* simpleVoteIntrinsics */
extern "C" __global__ void votes_by_pointer(bool *seen, int warp_lanes) {
  int tx = threadIdx.x;
  unsigned int mask = 0xffffffff;
  bool *mine = seen + (tx * 3);

  *mine = __any_sync(mask, (tx >= (warp_lanes * 3) / 2));
  // The following should hold true for the "upper half" of the second warp,
  *(mine + 1) = (tx >= (warp_lanes * 3) / 2 ? true : false);

  if (__all_sync(mask, (tx >= (warp_lanes * 3) / 2) ? true : false)) {
    *(mine + 2) = true;
  }
}

/* simpleAtomicIntrinsics */
extern "C" __global__ void every_atomic(int *results, int *last_one) {
  const unsigned int tid = blockDim.x * blockIdx.x + threadIdx.x;

  atomicAdd(&results[0], 10);
  atomicSub(&results[1], 10);
  atomicExch(&last_one[0], tid);
  atomicMax(&results[3], tid);
  atomicMin(&results[4], tid);
  atomicInc((unsigned int *)&results[5], 17);
  atomicDec((unsigned int *)&results[6], 137);
  atomicCAS(&last_one[1], tid - 1, tid);
  atomicAnd(&results[8], 2 * tid + 7);
  atomicOr(&results[9], 1 << tid);
  atomicXor(&results[10], tid);
}

/* histogram64: bytes packed four in a word, a byte counter for each thread and bin. */
#define BIN_COUNT 64
#define BANKS 16
#define HISTOGRAM_THREADS (4 * BANKS)
#define UMUL(a, b) ((a) * (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))

inline __device__ void count_byte(uchar *counters, uint data) {
  counters[UMUL(data, HISTOGRAM_THREADS)]++;
}

inline __device__ void count_word(uchar *counters, uint data) {
  count_byte(counters, (data >> 2) & 0x3FU);
  count_byte(counters, (data >> 10) & 0x3FU);
  count_byte(counters, (data >> 18) & 0x3FU);
  count_byte(counters, (data >> 26) & 0x3FU);
}

extern "C" __global__ void histogram_of_64(uint *partial, uint4 *packed, uint quads) {
  cg::thread_block team = cg::this_thread_block();
  const uint home = ((threadIdx.x & ~(BANKS * 4 - 1)) << 0) |
                         ((threadIdx.x & (BANKS - 1)) << 2) |
                         ((threadIdx.x & (BANKS * 3)) >> 4);

  __shared__ uchar bins[HISTOGRAM_THREADS * BIN_COUNT];
  uchar *counters = bins + home;

// Initialize shared memory (writing 32-bit words)
#pragma unroll
  for (uint i = 0; i < (BIN_COUNT / 4); i++) {
    ((uint *)bins)[threadIdx.x + i * HISTOGRAM_THREADS] = 0;
  }

  cg::sync(team);

  for (uint pos = UMAD(blockIdx.x, blockDim.x, threadIdx.x); pos < quads; pos += UMUL(blockDim.x, gridDim.x)) {
    uint4 data = packed[pos];
    count_word(counters, data.x);
    count_word(counters, data.y);
    count_word(counters, data.z);
    count_word(counters, data.w);
  }

  cg::sync(team);

  if (threadIdx.x < BIN_COUNT) {
    uchar *row = bins + UMUL(threadIdx.x, HISTOGRAM_THREADS);

    uint sum = 0;
    uint pos = 4 * (threadIdx.x & (BANKS - 1));

#pragma unroll
    for (uint i = 0; i < (HISTOGRAM_THREADS / 4); i++) {
      sum += row[pos + 0] + row[pos + 1] + row[pos + 2] + row[pos + 3];
      pos = (pos + 4) & (HISTOGRAM_THREADS - 1);
    }

    partial[blockIdx.x * BIN_COUNT + threadIdx.x] = sum;
  }
}

/* histogram256, as it was before atomics in shared memory: the writer's lane is a tag in the counter. */
#define COUNT_MASK 0x07FFFFFFU
#define WORD_BITS 32
#define LANE_BITS 5
extern "C" __global__ void histogram_of_256_tagged(uint *histogram, const uchar *data, uint count) {
  __shared__ volatile uint bins[256];
  for (int i = threadIdx.x; i < 256; i += 32) bins[i] = 0;
  __syncwarp();
  const uint tag = threadIdx.x << (WORD_BITS - LANE_BITS);
  for (uint pos = threadIdx.x; pos < count; pos += 32) {
    uint bin = data[pos], n;
    bool done = false;
    do {
      if (!done) n = bins[bin] & COUNT_MASK;
      __syncwarp();
      n = tag | (n + 1);
      if (!done) bins[bin] = n;
      __syncwarp();
      done = done || bins[bin] == n;
      __syncwarp();
    } while (__any_sync(~0u, !done));
  }
  for (int i = threadIdx.x; i < 256; i += 32) histogram[i] = bins[i] & COUNT_MASK;
}

/* warpAggregatedAtomicsCG: a filter whose lanes share one atomic */
__device__ int claim_slot(int *counter) {
  cg::coalesced_group together = cg::coalesced_threads();
  int base = 0;
  if (together.thread_rank() == 0) {
    base = atomicAdd(counter, together.size());
  }
  base = together.shfl(base, 0);
  return base + together.thread_rank();
}
extern "C" __global__ void keep_positive(int *chosen, int *kept, const int *given, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = id; i < n; i += gridDim.x * blockDim.x) {
    if (given[i] > 0) chosen[claim_slot(kept)] = given[i];
  }
}

/* fp16ScalarProduct: two chains of half2, then a reduction in shared memory */
__forceinline__ __device__ void fold_pairs(half2 *const v) {
  if (threadIdx.x < 64) v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + 64]);
  __syncthreads();
  for (int i = 32; i > 0; i /= 2) {
    if (threadIdx.x < 32) v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + i]);
    __syncthreads();
  }
}
extern "C" __global__ void scalar_product_of_halves(half2 const *const a, half2 const *const b, float *const results, size_t const size) {
  const int stride = gridDim.x * blockDim.x;
  __shared__ half2 lanes[128];
  lanes[threadIdx.x] = __float2half2_rn(0.f);
  half2 value = __float2half2_rn(0.f);
  for (int i = threadIdx.x + blockDim.x + blockIdx.x * blockDim.x - blockDim.x; i < size; i += stride) {
    value = __hfma2(a[i], b[i], value);
  }
  lanes[threadIdx.x] = value;
  __syncthreads();
  fold_pairs(lanes);
  if (threadIdx.x == 0) {
    half2 result = lanes[0];
    results[blockIdx.x] = (float)__low2float(result) + (float)__high2float(result);
  }
}
