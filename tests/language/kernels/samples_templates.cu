/* In the manner of the toolkit's samples: templates of types, sizes and alignments. */

// Utility class used to avoid linker errors with extern
// unsized shared memory arrays with templated type
template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }

  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};

// specialize for double to avoid unaligned memory
// access compile errors
template <>
struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double __smem_d[];
    return (double *)__smem_d;
  }

  __device__ inline operator const double *() const {
    extern __shared__ double __smem_d[];
    return (double *)__smem_d;
  }
};

template <class T>
__device__ __forceinline__ T warpReduceSum(unsigned int mask, T mySum) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    mySum += __shfl_down_sync(mask, mySum, offset);
  }
  return mySum;
}

template <>
__device__ __forceinline__ int warpReduceSum<int>(unsigned int mask, int mySum) {
  mySum = __reduce_add_sync(mask, mySum);
  return mySum;
}

template <typename T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce7(const T *__restrict__ g_idata, T *__restrict__ g_odata, unsigned int n) {
  T *sdata = SharedMemory<T>();

  // perform first level of reduction,
  // reading from global memory, writing to shared memory
  unsigned int tid = threadIdx.x;
  unsigned int gridSize = blockSize * gridDim.x;
  unsigned int maskLength = (blockSize & 31);  // 31 = warpSize-1
  maskLength = (maskLength > 0) ? (32 - maskLength) : maskLength;
  const unsigned int mask = (0xffffffff) >> maskLength;

  T mySum = 0;

  // we reduce multiple elements per thread.  The number is determined by the
  // number of active thread blocks (via gridDim).  More blocks will result
  // in a larger gridSize and therefore fewer elements per thread
  if (nIsPow2) {
    unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
    gridSize = gridSize << 1;

    while (i < n) {
      mySum += g_idata[i];
      // ensure we don't read out of bounds -- this is optimized away for
      // powerOf2 sized arrays
      if ((i + blockSize) < n) {
        mySum += g_idata[i + blockSize];
      }
      i += gridSize;
    }
  } else {
    unsigned int i = blockIdx.x * blockSize + threadIdx.x;
    while (i < n) {
      mySum += g_idata[i];
      i += gridSize;
    }
  }

  // Reduce within warp using shuffle or reduce_add if T==int & CUDA_ARCH ==
  // SM 8.0
  mySum = warpReduceSum<T>(mask, mySum);

  // each thread puts its local sum into shared memory
  if ((tid % warpSize) == 0) {
    sdata[tid / warpSize] = mySum;
  }

  __syncthreads();

  const unsigned int shmem_extent = (blockSize / warpSize) > 0 ? (blockSize / warpSize) : 1;
  const unsigned int ballot_result = __ballot_sync(mask, tid < shmem_extent);
  if (tid < shmem_extent) {
    mySum = sdata[tid];
    // Reduce final warp using shuffle or reduce_add if T==int & CUDA_ARCH ==
    // SM 8.0
    mySum = warpReduceSum<T>(ballot_result, mySum);
  }

  // write result for this block to global mem
  if (tid == 0) {
    g_odata[blockIdx.x] = mySum;
  }
}

/* interval: every operation rounds outwards, so that the result encloses the true one */
template <class T> class interval_gpu {
public:
  __device__ __host__ interval_gpu() {}
  __device__ __host__ interval_gpu(T const &l, T const &u) : low(l), up(u) {}
  __device__ __host__ explicit interval_gpu(T const &v) : low(v), up(v) {}
  __device__ T const &lower() const { return low; }
  __device__ T const &upper() const { return up; }
private:
  T low, up;
};
template <class T> struct rounded_arith;
template <> struct rounded_arith<float> {
  __device__ float add_down(float x, float y) { return __fadd_rd(x, y); }
  __device__ float add_up(float x, float y) { return __fadd_ru(x, y); }
  __device__ float mul_down(float x, float y) { return __fmul_rd(x, y); }
  __device__ float mul_up(float x, float y) { return __fmul_ru(x, y); }
  __device__ float div_down(float x, float y) { return __fdiv_rd(x, y); }
  __device__ float div_up(float x, float y) { return __fdiv_ru(x, y); }
};
template <> struct rounded_arith<double> {
  __device__ double add_down(double x, double y) { return __dadd_rd(x, y); }
  __device__ double add_up(double x, double y) { return __dadd_ru(x, y); }
  __device__ double mul_down(double x, double y) { return __dmul_rd(x, y); }
  __device__ double mul_up(double x, double y) { return __dmul_ru(x, y); }
  __device__ double div_down(double x, double y) { return __ddiv_rd(x, y); }
  __device__ double div_up(double x, double y) { return __ddiv_ru(x, y); }
};
template <class T> __device__ interval_gpu<T> operator+(interval_gpu<T> const &x, interval_gpu<T> const &y) {
  rounded_arith<T> rnd;
  return interval_gpu<T>(rnd.add_down(x.lower(), y.lower()), rnd.add_up(x.upper(), y.upper()));
}
template <class T> __device__ interval_gpu<T> operator*(interval_gpu<T> const &x, interval_gpu<T> const &y) {
  rounded_arith<T> rnd;
  return interval_gpu<T>(
      fmin(fmin(rnd.mul_down(x.lower(), y.lower()), rnd.mul_down(x.lower(), y.upper())), fmin(rnd.mul_down(x.upper(), y.lower()), rnd.mul_down(x.upper(), y.upper()))),
      fmax(fmax(rnd.mul_up(x.lower(), y.lower()), rnd.mul_up(x.lower(), y.upper())), fmax(rnd.mul_up(x.upper(), y.lower()), rnd.mul_up(x.upper(), y.upper()))));
}
template <class T> __device__ interval_gpu<T> reciprocal(interval_gpu<T> const &x) {
  rounded_arith<T> rnd;
  return interval_gpu<T>(rnd.div_down(1, x.upper()), rnd.div_up(1, x.lower()));
}
template <class T> __global__ void interval_polynomial(const T *in, T *out) {
  int i = threadIdx.x;
  interval_gpu<T> x(in[2 * i], in[2 * i + 1]), third = reciprocal(interval_gpu<T>(3));
  interval_gpu<T> y = (x * x + interval_gpu<T>(-2)) * x * third + reciprocal(x * x + interval_gpu<T>(1));
  out[2 * i] = y.lower();
  out[2 * i + 1] = y.upper();
}

/* alignedTypes: copies of structs of every size and alignment */
#pragma pack(push, 1)
struct RGB8_misaligned { unsigned char r, g, b; };
#pragma pack(pop)
typedef struct __align__(16) { float x, y, z; } LA32;
typedef struct __align__(4) { unsigned short l, a; } LA16_aligned;
struct RGBA64 { unsigned r, g, b, a, s, t, u, v; };
template <class TData> __global__ void testKernel(TData *d_odata, TData *d_idata, int numElements) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int pos = tid; pos < numElements; pos += numThreads) {
    d_odata[numElements - 1 - pos] = d_idata[pos];
  }
}
