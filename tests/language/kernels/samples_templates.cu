/* In the manner of the toolkit's samples: templates of types, sizes and alignments. */

template <class T>
struct DynamicShared {
  __device__ inline operator T *() {
    extern __shared__ int raw_words[];
    return (T *)raw_words;
  }

  __device__ inline operator const T *() const {
    extern __shared__ int raw_words[];
    return (T *)raw_words;
  }
};

template <>
struct DynamicShared<double> {
  __device__ inline operator double *() {
    extern __shared__ double raw_doubles[];
    return (double *)raw_doubles;
  }

  __device__ inline operator const double *() const {
    extern __shared__ double raw_doubles[];
    return (double *)raw_doubles;
  }
};

template <class T>
__device__ __forceinline__ T warp_total(unsigned int mask, T sum) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(mask, sum, offset);
  }
  return sum;
}

template <>
__device__ __forceinline__ int warp_total<int>(unsigned int mask, int sum) {
  sum = __reduce_add_sync(mask, sum);
  return sum;
}

template <typename T, unsigned int threads, bool two_at_once>
__global__ void reduce_grid_stride(const T *__restrict__ values, T *__restrict__ totals, unsigned int n) {
  T *partial = DynamicShared<T>();

  unsigned int tid = threadIdx.x;
  unsigned int jump = threads * gridDim.x;
  unsigned int missing = (threads & 31);
  missing = (missing > 0) ? (32 - missing) : missing;
  const unsigned int mask = (0xffffffff) >> missing;

  T sum = 0;

  if (two_at_once) {
    unsigned int i = blockIdx.x * threads * 2 + threadIdx.x;
    jump = jump << 1;

    while (i < n) {
      sum += values[i];
      if ((i + threads) < n) {
        sum += values[i + threads];
      }
      i += jump;
    }
  } else {
    unsigned int i = blockIdx.x * threads + threadIdx.x;
    while (i < n) {
      sum += values[i];
      i += jump;
    }
  }

  sum = warp_total<T>(mask, sum);

  if ((tid % warpSize) == 0) {
    partial[tid / warpSize] = sum;
  }

  __syncthreads();

  const unsigned int warps = (threads / warpSize) > 0 ? (threads / warpSize) : 1;
  const unsigned int first_lanes = __ballot_sync(mask, tid < warps);
  if (tid < warps) {
    sum = partial[tid];
    sum = warp_total<T>(first_lanes, sum);
  }

  if (tid == 0) {
    totals[blockIdx.x] = sum;
  }
}

/* interval: every operation rounds outwards, so that the result encloses the true one */
template <class T> class Interval {
public:
  __device__ __host__ Interval() {}
  __device__ __host__ Interval(T const &l, T const &u) : low(l), up(u) {}
  __device__ __host__ explicit Interval(T const &v) : low(v), up(v) {}
  __device__ T const &lower() const { return low; }
  __device__ T const &upper() const { return up; }
private:
  T low, up;
};
template <class T> struct Outward;
template <> struct Outward<float> {
  __device__ float add_down(float x, float y) { return __fadd_rd(x, y); }
  __device__ float add_up(float x, float y) { return __fadd_ru(x, y); }
  __device__ float mul_down(float x, float y) { return __fmul_rd(x, y); }
  __device__ float mul_up(float x, float y) { return __fmul_ru(x, y); }
  __device__ float div_down(float x, float y) { return __fdiv_rd(x, y); }
  __device__ float div_up(float x, float y) { return __fdiv_ru(x, y); }
};
template <> struct Outward<double> {
  __device__ double add_down(double x, double y) { return __dadd_rd(x, y); }
  __device__ double add_up(double x, double y) { return __dadd_ru(x, y); }
  __device__ double mul_down(double x, double y) { return __dmul_rd(x, y); }
  __device__ double mul_up(double x, double y) { return __dmul_ru(x, y); }
  __device__ double div_down(double x, double y) { return __ddiv_rd(x, y); }
  __device__ double div_up(double x, double y) { return __ddiv_ru(x, y); }
};
template <class T> __device__ Interval<T> operator+(Interval<T> const &x, Interval<T> const &y) {
  Outward<T> outward;
  return Interval<T>(outward.add_down(x.lower(), y.lower()), outward.add_up(x.upper(), y.upper()));
}
template <class T> __device__ Interval<T> operator*(Interval<T> const &x, Interval<T> const &y) {
  Outward<T> outward;
  return Interval<T>(
      fmin(fmin(outward.mul_down(x.lower(), y.lower()), outward.mul_down(x.lower(), y.upper())), fmin(outward.mul_down(x.upper(), y.lower()), outward.mul_down(x.upper(), y.upper()))),
      fmax(fmax(outward.mul_up(x.lower(), y.lower()), outward.mul_up(x.lower(), y.upper())), fmax(outward.mul_up(x.upper(), y.lower()), outward.mul_up(x.upper(), y.upper()))));
}
template <class T> __device__ Interval<T> reciprocal(Interval<T> const &x) {
  Outward<T> outward;
  return Interval<T>(outward.div_down(1, x.upper()), outward.div_up(1, x.lower()));
}
template <class T> __global__ void interval_polynomial(const T *in, T *out) {
  int i = threadIdx.x;
  Interval<T> x(in[2 * i], in[2 * i + 1]), third = reciprocal(Interval<T>(3));
  Interval<T> y = (x * x + Interval<T>(-2)) * x * third + reciprocal(x * x + Interval<T>(1));
  out[2 * i] = y.lower();
  out[2 * i + 1] = y.upper();
}

/* alignedTypes: copies of structs of every size and alignment */
#pragma pack(push, 1)
struct Rgb { unsigned char r, g, b; };
#pragma pack(pop)
typedef struct __align__(16) { float x, y, z; } Padded16;
typedef struct __align__(4) { unsigned short l, a; } Aligned4;
struct EightWords { unsigned r, g, b, a, s, t, u, v; };
template <class Record> __global__ void reversed_copy(Record *to, Record *from, int count) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int step = blockDim.x * gridDim.x;
  for (int pos = tid; pos < count; pos += step) {
    to[count - 1 - pos] = from[pos];
  }
}
