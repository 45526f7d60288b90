/* In the manner of the toolkit's samples: sorting networks, merge sort, bisection, hash grids, marching cubes. */
typedef unsigned int uint;
#define W (sizeof(uint) * 8)
#define SHARED_SIZE_LIMIT 256U
#define SAMPLE_STRIDE 64

static inline __host__ __device__ uint iDivUp(uint a, uint b) { return ((a % b) == 0) ? (a / b) : (a / b + 1); }

static inline __host__ __device__ uint getSampleCount(uint dividend) { return iDivUp(dividend, SAMPLE_STRIDE); }

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir) {
  uint t;

  if ((keyA > keyB) == dir) {
    t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}

extern "C" __global__ void bitonicSortShared(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal,
                                             uint arrayLength, uint dir) {
  // Shared memory storage for one or more short vectors
  __shared__ uint s_key[SHARED_SIZE_LIMIT];
  __shared__ uint s_val[SHARED_SIZE_LIMIT];

  // Offset to the beginning of subbatch and load data
  d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x + 0] = d_SrcKey[0];
  s_val[threadIdx.x + 0] = d_SrcVal[0];
  s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
  s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];

  for (uint size = 2; size < arrayLength; size <<= 1) {
    // Bitonic merge
    uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);

    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }

  // ddd == dir for the last bitonic merge step
  {
    for (uint stride = arrayLength / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], dir);
    }
  }

  __syncthreads();
  d_DstKey[0] = s_key[threadIdx.x + 0];
  d_DstVal[0] = s_val[threadIdx.x + 0];
  d_DstKey[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
  d_DstVal[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

template <uint sortDir>
static inline __device__ uint binarySearchInclusive(uint val, uint *data, uint L, uint stride) {
  if (L == 0) {
    return 0;
  }

  uint pos = 0;

  for (; stride > 0; stride >>= 1) {
    uint newPos = umin(pos + stride, L);

    if ((sortDir && (data[newPos - 1] <= val)) || (!sortDir && (data[newPos - 1] >= val))) {
      pos = newPos;
    }
  }

  return pos;
}

template <uint sortDir>
static inline __device__ uint binarySearchExclusive(uint val, uint *data, uint L, uint stride) {
  if (L == 0) {
    return 0;
  }

  uint pos = 0;

  for (; stride > 0; stride >>= 1) {
    uint newPos = umin(pos + stride, L);

    if ((sortDir && (data[newPos - 1] < val)) || (!sortDir && (data[newPos - 1] > val))) {
      pos = newPos;
    }
  }

  return pos;
}

template <uint sortDir>
__global__ void mergeSortSharedKernel(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal, uint arrayLength) {
  __shared__ uint s_key[SHARED_SIZE_LIMIT];
  __shared__ uint s_val[SHARED_SIZE_LIMIT];

  d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x + 0] = d_SrcKey[0];
  s_val[threadIdx.x + 0] = d_SrcVal[0];
  s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
  s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];

  for (uint stride = 1; stride < arrayLength; stride <<= 1) {
    uint lPos = threadIdx.x & (stride - 1);
    uint *baseKey = s_key + 2 * (threadIdx.x - lPos);
    uint *baseVal = s_val + 2 * (threadIdx.x - lPos);

    __syncthreads();
    uint keyA = baseKey[lPos + 0];
    uint valA = baseVal[lPos + 0];
    uint keyB = baseKey[lPos + stride];
    uint valB = baseVal[lPos + stride];
    uint posA = binarySearchExclusive<sortDir>(keyA, baseKey + stride, stride, stride) + lPos;
    uint posB = binarySearchInclusive<sortDir>(keyB, baseKey + 0, stride, stride) + lPos;

    __syncthreads();
    baseKey[posA] = keyA;
    baseVal[posA] = valA;
    baseKey[posB] = keyB;
    baseVal[posB] = valB;
  }

  __syncthreads();
  d_DstKey[0] = s_key[threadIdx.x + 0];
  d_DstVal[0] = s_val[threadIdx.x + 0];
  d_DstKey[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
  d_DstVal[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

/* oddEvenMergeSort, every stage in one launch of one block */
extern "C" __global__ void oddEvenMergeSortShared(uint *key, uint *val, uint arrayLength, uint dir) {
  for (uint size = 2; size <= arrayLength; size <<= 1) {
    uint stride = size / 2;
    uint offset = threadIdx.x & (stride - 1);

    {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(key[pos + 0], val[pos + 0], key[pos + stride], val[pos + stride], dir);
      stride >>= 1;
    }

    for (; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));

      if (offset >= stride) {
        Comparator(key[pos - stride], val[pos - stride], key[pos + 0], val[pos + 0], dir);
      }
    }
  }
}

/* eigenvalues: Sturm counts and bisection, one eigenvalue of a symmetric tridiagonal matrix a thread */
__device__ uint computeNumSmallerEigenvals(const float *d, const float *s, const unsigned int n, const float x) {
  float delta = 1.0f;
  unsigned int count = 0;
  for (unsigned int k = 0; k < n; ++k) {
    delta = d[k] - x - (k > 0 ? (s[k] * s[k]) / delta : 0.0f);
    count += (delta < 0) ? 1 : 0;
  }
  return count;
}

__device__ inline float computeMidpoint(const float left, const float right) {
  float mid;
  if (__builtin_expect(signbit(left) == signbit(right), 1)) {
    mid = left + (right - left) * 0.5f;
  } else {
    mid = (left + right) * 0.5f;
  }
  return mid;
}

extern "C" __global__ void bisectKernel(const float *g_d, const float *g_s, const unsigned int n, float lg, float ug,
                                        float precision, float *eigenvalues) {
  __shared__ float s_d[32], s_s[32];
  const unsigned int tid = threadIdx.x;
  if (tid < n) {
    s_d[tid] = *(g_d + tid);
    s_s[tid] = *(g_s + tid);
  }
  __syncthreads();
  if (tid >= n) return;
  float left = lg, right = ug;
  while (right - left > precision * fmaxf(fabsf(left), fabsf(right)) && right - left > 1e-6f) {
    float mid = computeMidpoint(left, right);
    if (mid <= left || mid >= right) break;
    if (computeNumSmallerEigenvals(s_d, s_s, n, mid) <= tid) left = mid;
    else right = mid;
  }
  eigenvalues[tid] = computeMidpoint(left, right);
}

/* particles: hash, then the start and end of each cell, with the neighbour's hash one slot to the left */
struct SimParams {
  uint3 gridSize;
  float3 worldOrigin;
  float3 cellSize;
};
__constant__ SimParams params = {{8, 4, 8}, {-1.0f, -1.0f, -1.0f}, {0.25f, 0.5f, 0.25f}};

__device__ int3 calcGridPos(float3 p) {
  int3 gridPos;
  gridPos.x = floorf((p.x - params.worldOrigin.x) / params.cellSize.x);
  gridPos.y = floorf((p.y - params.worldOrigin.y) / params.cellSize.y);
  gridPos.z = floorf((p.z - params.worldOrigin.z) / params.cellSize.z);
  return gridPos;
}

__device__ uint calcGridHash(int3 gridPos) {
  gridPos.x = gridPos.x & (params.gridSize.x - 1);  // wrap grid, assumes size is power of 2
  gridPos.y = gridPos.y & (params.gridSize.y - 1);
  gridPos.z = gridPos.z & (params.gridSize.z - 1);
  return __umul24(__umul24(gridPos.z, params.gridSize.y), params.gridSize.x) + __umul24(gridPos.y, params.gridSize.x) +
         gridPos.x;
}

extern "C" __global__ void calcHashD(uint *gridParticleHash, uint *gridParticleIndex, float4 *pos, uint numParticles) {
  uint index = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;

  if (index >= numParticles) return;

  volatile float4 p = pos[index];

  // get address in grid
  int3 gridPos = calcGridPos(make_float3(p.x, p.y, p.z));
  uint hash = calcGridHash(gridPos);

  // store grid hash and particle index
  gridParticleHash[index] = hash;
  gridParticleIndex[index] = index;
}

extern "C" __global__ void findCellStartD(uint *cellStart, uint *cellEnd, uint *gridParticleHash, uint numParticles) {
  extern __shared__ uint sharedHash[];  // blockSize + 1 elements
  uint index = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;

  uint hash;

  // handle case when no. of particles not multiple of block size
  if (index < numParticles) {
    hash = gridParticleHash[index];

    // Load hash data into shared memory so that we can look
    // at neighboring particle's hash value without loading
    // two hash values per thread
    sharedHash[threadIdx.x + 1] = hash;

    if (index > 0 && threadIdx.x == 0) {
      // first thread in block must load neighbor particle hash
      sharedHash[0] = gridParticleHash[index - 1];
    }
  }

  __syncthreads();

  if (index < numParticles) {
    // If this particle has a different cell index to the previous
    // particle then it must be the first particle in the cell,
    // so store the index of this particle in the cell.
    // As it isn't the first particle, it must also be the cell end of
    // the previous particle's cell

    if (index == 0 || hash != sharedHash[threadIdx.x]) {
      cellStart[hash] = index;

      if (index > 0) cellEnd[sharedHash[threadIdx.x]] = index;
    }

    if (index == numParticles - 1) {
      cellEnd[hash] = index + 1;
    }
  }
}

/* marching squares with the case table in constant memory: how many line pieces each cell gets, and which edges */
__constant__ signed char edgeTable[16][5] = {
    {-1, -1, -1, -1, -1}, {3, 0, -1, -1, -1}, {0, 1, -1, -1, -1}, {3, 1, -1, -1, -1}, {1, 2, -1, -1, -1}, {3, 0, 1, 2, -1},
    {0, 2, -1, -1, -1},   {3, 2, -1, -1, -1}, {2, 3, -1, -1, -1}, {2, 0, -1, -1, -1}, {0, 1, 2, 3, -1},   {2, 1, -1, -1, -1},
    {1, 3, -1, -1, -1},   {1, 0, -1, -1, -1}, {0, 3, -1, -1, -1}, {-1, -1, -1, -1, -1}};
extern "C" __global__ void classifyCell(uint *cellVerts, unsigned long long *edges, const float *volume, uint2 gridSize,
                                        float isoValue) {
  uint x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= gridSize.x - 1 || y >= gridSize.y - 1) return;
  float field[4];
  field[0] = volume[y * gridSize.x + x];
  field[1] = volume[y * gridSize.x + x + 1];
  field[2] = volume[(y + 1) * gridSize.x + x + 1];
  field[3] = volume[(y + 1) * gridSize.x + x];
  uint cubeindex;
  cubeindex = uint(field[0] < isoValue);
  cubeindex += uint(field[1] < isoValue) * 2;
  cubeindex += uint(field[2] < isoValue) * 4;
  cubeindex += uint(field[3] < isoValue) * 8;
  uint n = 0;
  unsigned long long code = 0;
  while (edgeTable[cubeindex][n] != -1) code = code * 16 + edgeTable[cubeindex][n++] + 1;
  cellVerts[y * (gridSize.x - 1) + x] = n;
  edges[y * (gridSize.x - 1) + x] = code;
}
