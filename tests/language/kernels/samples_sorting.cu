/* In the manner of the toolkit's samples: sorting networks, merge sort, bisection, hash grids, marching cubes. */
typedef unsigned int uint;
#define W (sizeof(uint) * 8)
#define BATCH 256U
#define SAMPLE_STRIDE 64

static inline __host__ __device__ uint ceil_div(uint a, uint b) { return ((a % b) == 0) ? (a / b) : (a / b + 1); }

static inline __host__ __device__ uint getSampleCount(uint dividend) { return ceil_div(dividend, SAMPLE_STRIDE); }

__device__ inline void compare_and_swap_pairs(uint &left_key, uint &left_payload, uint &right_key, uint &right_payload, uint ascending_flag) {
  uint t;

  if ((left_key > right_key) == ascending_flag) {
    t = left_key;
    left_key = right_key;
    right_key = t;
    t = left_payload;
    left_payload = right_payload;
    right_payload = t;
  }
}

extern "C" __global__ void bitonic_batches(uint *key_out, uint *payload_out, uint *key_in, uint *payload_in,
                                             uint length, uint ascending_flag) {
  __shared__ uint keys[BATCH];
  __shared__ uint payloads[BATCH];

  key_in += blockIdx.x * BATCH + threadIdx.x;
  payload_in += blockIdx.x * BATCH + threadIdx.x;
  key_out += blockIdx.x * BATCH + threadIdx.x;
  payload_out += blockIdx.x * BATCH + threadIdx.x;
  keys[threadIdx.x + 0] = key_in[0];
  payloads[threadIdx.x + 0] = payload_in[0];
  keys[threadIdx.x + (BATCH / 2)] = key_in[(BATCH / 2)];
  payloads[threadIdx.x + (BATCH / 2)] = payload_in[(BATCH / 2)];

  for (uint size = 2; size < length; size <<= 1) {
    uint direction = ascending_flag ^ ((threadIdx.x & (size / 2)) != 0);

    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_and_swap_pairs(keys[pos + 0], payloads[pos + 0], keys[pos + stride], payloads[pos + stride], direction);
    }
  }

  {
    for (uint stride = length / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_and_swap_pairs(keys[pos + 0], payloads[pos + 0], keys[pos + stride], payloads[pos + stride], ascending_flag);
    }
  }

  __syncthreads();
  key_out[0] = keys[threadIdx.x + 0];
  payload_out[0] = payloads[threadIdx.x + 0];
  key_out[(BATCH / 2)] = keys[threadIdx.x + (BATCH / 2)];
  payload_out[(BATCH / 2)] = payloads[threadIdx.x + (BATCH / 2)];
}

template <uint ascending>
static inline __device__ uint rank_after(uint val, uint *data, uint L, uint stride) {
  if (L == 0) {
    return 0;
  }

  uint pos = 0;

  for (; stride > 0; stride >>= 1) {
    uint trial = umin(pos + stride, L);

    if ((ascending && (data[trial - 1] <= val)) || (!ascending && (data[trial - 1] >= val))) {
      pos = trial;
    }
  }

  return pos;
}

template <uint ascending>
static inline __device__ uint rank_before(uint val, uint *data, uint L, uint stride) {
  if (L == 0) {
    return 0;
  }

  uint pos = 0;

  for (; stride > 0; stride >>= 1) {
    uint trial = umin(pos + stride, L);

    if ((ascending && (data[trial - 1] < val)) || (!ascending && (data[trial - 1] > val))) {
      pos = trial;
    }
  }

  return pos;
}

template <uint ascending>
__global__ void merge_batches(uint *key_out, uint *payload_out, uint *key_in, uint *payload_in, uint length) {
  __shared__ uint keys[BATCH];
  __shared__ uint payloads[BATCH];

  key_in += blockIdx.x * BATCH + threadIdx.x;
  payload_in += blockIdx.x * BATCH + threadIdx.x;
  key_out += blockIdx.x * BATCH + threadIdx.x;
  payload_out += blockIdx.x * BATCH + threadIdx.x;
  keys[threadIdx.x + 0] = key_in[0];
  payloads[threadIdx.x + 0] = payload_in[0];
  keys[threadIdx.x + (BATCH / 2)] = key_in[(BATCH / 2)];
  payloads[threadIdx.x + (BATCH / 2)] = payload_in[(BATCH / 2)];

  for (uint stride = 1; stride < length; stride <<= 1) {
    uint place = threadIdx.x & (stride - 1);
    uint *run_keys = keys + 2 * (threadIdx.x - place);
    uint *run_payloads = payloads + 2 * (threadIdx.x - place);

    __syncthreads();
    uint left_key = run_keys[place + 0];
    uint left_payload = run_payloads[place + 0];
    uint right_key = run_keys[place + stride];
    uint right_payload = run_payloads[place + stride];
    uint left_to = rank_before<ascending>(left_key, run_keys + stride, stride, stride) + place;
    uint right_to = rank_after<ascending>(right_key, run_keys + 0, stride, stride) + place;

    __syncthreads();
    run_keys[left_to] = left_key;
    run_payloads[left_to] = left_payload;
    run_keys[right_to] = right_key;
    run_payloads[right_to] = right_payload;
  }

  __syncthreads();
  key_out[0] = keys[threadIdx.x + 0];
  payload_out[0] = payloads[threadIdx.x + 0];
  key_out[(BATCH / 2)] = keys[threadIdx.x + (BATCH / 2)];
  payload_out[(BATCH / 2)] = payloads[threadIdx.x + (BATCH / 2)];
}

/* oddEvenMergeSort, every stage in one launch of one block */
extern "C" __global__ void odd_even_merge(uint *key, uint *val, uint length, uint ascending_flag) {
  for (uint size = 2; size <= length; size <<= 1) {
    uint stride = size / 2;
    uint offset = threadIdx.x & (stride - 1);

    {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_and_swap_pairs(key[pos + 0], val[pos + 0], key[pos + stride], val[pos + stride], ascending_flag);
      stride >>= 1;
    }

    for (; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));

      if (offset >= stride) {
        compare_and_swap_pairs(key[pos - stride], val[pos - stride], key[pos + 0], val[pos + 0], ascending_flag);
      }
    }
  }
}

/* eigenvalues: Sturm counts and bisection, one eigenvalue of a symmetric tridiagonal matrix a thread */
__device__ uint eigenvalues_below(const float *d, const float *s, const unsigned int n, const float x) {
  float delta = 1.0f;
  unsigned int count = 0;
  for (unsigned int k = 0; k < n; ++k) {
    delta = d[k] - x - (k > 0 ? (s[k] * s[k]) / delta : 0.0f);
    count += (delta < 0) ? 1 : 0;
  }
  return count;
}

__device__ inline float middle(const float left, const float right) {
  float mid;
  if (__builtin_expect(signbit(left) == signbit(right), 1)) {
    mid = left + (right - left) * 0.5f;
  } else {
    mid = (left + right) * 0.5f;
  }
  return mid;
}

extern "C" __global__ void bisect_eigenvalues(const float *diagonal, const float *beside, const unsigned int n, float lowest, float highest,
                                        float precision, float *eigenvalues) {
  __shared__ float own_diagonal[32], own_beside[32];
  const unsigned int tid = threadIdx.x;
  if (tid < n) {
    own_diagonal[tid] = *(diagonal + tid);
    own_beside[tid] = *(beside + tid);
  }
  __syncthreads();
  if (tid >= n) return;
  float left = lowest, right = highest;
  while (right - left > precision * fmaxf(fabsf(left), fabsf(right)) && right - left > 1e-6f) {
    float mid = middle(left, right);
    if (mid <= left || mid >= right) break;
    if (eigenvalues_below(own_diagonal, own_beside, n, mid) <= tid) left = mid;
    else right = mid;
  }
  eigenvalues[tid] = middle(left, right);
}

/* particles: hash, then the start and end of each cell, with the neighbour's hash one slot to the left */
struct Grid {
  uint3 cells;
  float3 origin;
  float3 extent;
};
__constant__ Grid grid = {{8, 4, 8}, {-1.0f, -1.0f, -1.0f}, {0.25f, 0.5f, 0.25f}};

__device__ int3 cell_of(float3 p) {
  int3 cell;
  cell.x = floorf((p.x - grid.origin.x) / grid.extent.x);
  cell.y = floorf((p.y - grid.origin.y) / grid.extent.y);
  cell.z = floorf((p.z - grid.origin.z) / grid.extent.z);
  return cell;
}

__device__ uint cell_number(int3 cell) {
  cell.x = cell.x & (grid.cells.x - 1);
  cell.y = cell.y & (grid.cells.y - 1);
  cell.z = cell.z & (grid.cells.z - 1);
  return __umul24(__umul24(cell.z, grid.cells.y), grid.cells.x) + __umul24(cell.y, grid.cells.x) +
         cell.x;
}

extern "C" __global__ void hash_particles(uint *hashes, uint *order, float4 *pos, uint count) {
  uint index = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;

  if (index >= count) return;

  volatile float4 p = pos[index];

  int3 cell = cell_of(make_float3(p.x, p.y, p.z));
  uint hash = cell_number(cell);

  hashes[index] = hash;
  order[index] = index;
}

extern "C" __global__ void find_cell_bounds(uint *begins, uint *ends, uint *hashes, uint count) {
  extern __shared__ uint left_hash[];
  uint index = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;

  uint hash;

  if (index < count) {
    hash = hashes[index];

    left_hash[threadIdx.x + 1] = hash;

    if (index > 0 && threadIdx.x == 0) {
      left_hash[0] = hashes[index - 1];
    }
  }

  __syncthreads();

  if (index < count) {

    if (index == 0 || hash != left_hash[threadIdx.x]) {
      begins[hash] = index;

      if (index > 0) ends[left_hash[threadIdx.x]] = index;
    }

    if (index == count - 1) {
      ends[hash] = index + 1;
    }
  }
}

/* marching squares with the case table in constant memory: how many line pieces each cell gets, and which edges */
__constant__ signed char line_table[16][5] = {
    {-1, -1, -1, -1, -1}, {3, 0, -1, -1, -1}, {0, 1, -1, -1, -1}, {3, 1, -1, -1, -1}, {1, 2, -1, -1, -1}, {3, 0, 1, 2, -1},
    {0, 2, -1, -1, -1},   {3, 2, -1, -1, -1}, {2, 3, -1, -1, -1}, {2, 0, -1, -1, -1}, {0, 1, 2, 3, -1},   {2, 1, -1, -1, -1},
    {1, 3, -1, -1, -1},   {1, 0, -1, -1, -1}, {0, 3, -1, -1, -1}, {-1, -1, -1, -1, -1}};
extern "C" __global__ void classify_squares(uint *pieces, unsigned long long *edges, const float *heights, uint2 cells,
                                        float level) {
  uint x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cells.x - 1 || y >= cells.y - 1) return;
  float field[4];
  field[0] = heights[y * cells.x + x];
  field[1] = heights[y * cells.x + x + 1];
  field[2] = heights[(y + 1) * cells.x + x + 1];
  field[3] = heights[(y + 1) * cells.x + x];
  uint corners;
  corners = uint(field[0] < level);
  corners += uint(field[1] < level) * 2;
  corners += uint(field[2] < level) * 4;
  corners += uint(field[3] < level) * 8;
  uint n = 0;
  unsigned long long code = 0;
  while (line_table[corners][n] != -1) code = code * 16 + line_table[corners][n++] + 1;
  pieces[y * (cells.x - 1) + x] = n;
  edges[y * (cells.x - 1) + x] = code;
}
