/* In the manner of the toolkit's samples: option pricing and random numbers. */
typedef unsigned int uint;

__device__ inline float normal_cdf(float d) {
  const float A1 = 0.31938153f;
  const float A2 = -0.356563782f;
  const float A3 = 1.781477937f;
  const float A4 = -1.821255978f;
  const float A5 = 1.330274429f;
  const float RSQRT2PI = 0.39894228040143267793994605993438f;

  float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));

  float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));

  if (d > 0) cnd = 1.0f - cnd;

  return cnd;
}

__device__ inline void price_one(float &call, float &put, float S, float X, float T, float R, float V) {
  float root_t, discount;
  float d1, d2, n1, n2;

  root_t = __fdividef(1.0F, rsqrtf(T));
  d1 = __fdividef(__logf(S / X) + (R + 0.5f * V * V) * T, V * root_t);
  d2 = d1 - V * root_t;

  n1 = normal_cdf(d1);
  n2 = normal_cdf(d2);

  discount = __expf(-R * T);
  call = S * n1 - X * discount * n2;
  put = X * discount * (1.0f - n2) - S * (1.0f - n1);
}

extern "C" __launch_bounds__(128) __global__
    void price_pairs(float2 *__restrict calls, float2 *__restrict puts, float2 *__restrict stocks,
                     float2 *__restrict strikes, float2 *__restrict years, float rate, float volatility, int count) {
  const int opt = blockDim.x * blockIdx.x + threadIdx.x;

  if (opt < (count / 2)) {
    float call1, call2;
    float put1, put2;
    price_one(call1, put1, stocks[opt].x, strikes[opt].x, years[opt].x, rate, volatility);
    price_one(call2, put2, stocks[opt].y, strikes[opt].y, years[opt].y, rate, volatility);
    calls[opt] = make_float2(call1, call2);
    puts[opt] = make_float2(put1, put2);
  }
}

/* binomialOptions: the whole lattice of an option in the registers of a block */
#define STEPS 255
#define LATTICE_THREADS 32
#define NODES_PER_THREAD ((STEPS + 1) / LATTICE_THREADS)
typedef double real;
struct Lattice { real S, X, log_step, up_share, down_share; };

__device__ inline real value_at_expiry(real S, real X, real log_step, int i) {
  real d = S * exp(log_step * (2.0 * i - STEPS)) - X;
  return (d > (real)0) ? d : (real)0;
}

extern "C" __global__ void binomial_lattices(const Lattice *lattices, real *values) {
  __shared__ real border[LATTICE_THREADS + 1];

  const int tid = threadIdx.x;
  const real S = lattices[blockIdx.x].S;
  const real X = lattices[blockIdx.x].X;
  const real log_step = lattices[blockIdx.x].log_step;
  const real up_share = lattices[blockIdx.x].up_share;
  const real down_share = lattices[blockIdx.x].down_share;

  real call[NODES_PER_THREAD + 1];
#pragma unroll
  for (int i = 0; i < NODES_PER_THREAD; ++i) call[i] = value_at_expiry(S, X, log_step, tid * NODES_PER_THREAD + i);

  if (tid == 0) border[LATTICE_THREADS] = value_at_expiry(S, X, log_step, STEPS);

  int last_step = max(0, tid * NODES_PER_THREAD - 1);

#pragma unroll 16
  for (int i = STEPS; i > 0; --i) {
    border[tid] = call[0];
    __syncthreads();
    call[NODES_PER_THREAD] = border[tid + 1];
    __syncthreads();

    if (i > last_step) {
#pragma unroll
      for (int j = 0; j < NODES_PER_THREAD; ++j) call[j] = up_share * call[j + 1] + down_share * call[j];
    }
  }

  if (tid == 0) {
    values[blockIdx.x] = call[0];
  }
}

/* SobolQRNG */
#define DIRECTIONS 32
#define TO_UNIT 2.3283064E-10F
extern "C" __global__ void sobol_points(unsigned points, unsigned dimensions, unsigned *directions, float *sequence) {
  __shared__ unsigned int v[DIRECTIONS];

  directions = directions + DIRECTIONS * blockIdx.y;
  sequence = sequence + points * blockIdx.y;

  if (threadIdx.x < DIRECTIONS) {
    v[threadIdx.x] = directions[threadIdx.x];
  }

  __syncthreads();

  int first_point = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = gridDim.x * blockDim.x;

  unsigned int g = first_point ^ (first_point >> 1);

  unsigned int X = 0;
  unsigned int mask;

  for (unsigned int k = 0; k < __ffs(stride) - 1; k++) {
    mask = -(g & 1);
    X ^= mask & v[k];
    g = g >> 1;
  }

  if (first_point < points) {
    sequence[first_point] = (float)X * TO_UNIT;
  }

  unsigned int stride_word = v[__ffs(stride) - 2];
  unsigned int stride_mask = stride - 1;

  for (unsigned int i = first_point + stride; i < points; i += stride) {
    X ^= stride_word ^ v[__ffs(~((i - stride) | stride_mask)) - 1];
    sequence[i] = (float)X * TO_UNIT;
  }
}

/* MersenneTwister, the 19937-bit one, a generator in shared memory that a whole block turns */
#define MT_N 624
#define MT_M 397
__device__ __forceinline__ uint twist(uint u, uint v) {
  return (((u & 0x80000000U) | (v & 0x7fffffffU)) >> 1) ^ ((v & 1U) ? 0x9908b0dfU : 0U);
}
extern "C" __global__ void mersenne_twister(uint seed, uint *out, int n) {
  __shared__ uint state[MT_N];
  if (threadIdx.x == 0) {
    state[0] = seed;
    for (int j = 1; j < MT_N; j++) state[j] = (1812433253U * (state[j - 1] ^ (state[j - 1] >> 30)) + j);
  }
  __syncthreads();
  for (int done = 0; done < n; done += MT_N) {
    for (int begin = 0; begin < MT_N; begin += MT_N - MT_M) {
      int j = begin + threadIdx.x;
      uint fresh = 0;
      bool mine = threadIdx.x < MT_N - MT_M && j < MT_N;
      if (mine) fresh = state[(j + MT_M) % MT_N] ^ twist(state[j], state[(j + 1) % MT_N]);
      __syncthreads();
      if (mine) state[j] = fresh;
      __syncthreads();
    }
    for (int j = threadIdx.x; j < MT_N && done + j < n; j += blockDim.x) {
      uint y = state[j];
      y ^= (y >> 11);
      y ^= (y << 7) & 0x9d2c5680U;
      y ^= (y << 15) & 0xefc60000U;
      y ^= (y >> 18);
      out[done + j] = y;
    }
    __syncthreads();
  }
}

/* quasirandomGenerator: Moro's inverse of the normal distribution, for a sequence of van der Corput */
__device__ float moro_inverse(unsigned int x) {
  const float a1 = 2.50662823884f, a2 = -18.61500062529f, a3 = 41.39119773534f, a4 = -25.44106049637f;
  const float b1 = -8.4735109309f, b2 = 23.08336743743f, b3 = -21.06224101826f, b4 = 3.13082909833f;
  const float c1 = 0.337475482272615f, c2 = 0.976169019091719f, c3 = 0.160797971491821f, c4 = 2.76438810333863E-02f,
              c5 = 3.8405729373609E-03f, c6 = 3.951896511919E-04f, c7 = 3.21767881768E-05f, c8 = 2.888167364E-07f,
              c9 = 3.960315187E-07f;
  float z;
  bool mirrored = false;
  if (x >= 0x80000000UL) {
    x = 0xffffffffUL - x;
    mirrored = true;
  }
  const float x1 = 1.0f / static_cast<float>(0xffffffffUL);
  const float x2 = x1 / 2.0f;
  float p1 = x * x1 + x2;
  float p2 = p1 - 0.5f;
  // of the bell curve (which we will reflect if "mirrored" is true).

  if (p2 > -0.42f) {
    z = p2 * p2;
    z = p2 * (((a4 * z + a3) * z + a2) * z + a1) / ((((b4 * z + b3) * z + b2) * z + b1) * z + 1.0f);
  } else {
    z = __logf(-__logf(p1));
    z = -(c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * (c6 + z * (c7 + z * (c8 + z * c9))))))));
  }
  return mirrored ? -z : z;
}

extern "C" __global__ void inverse_normal(float *quantiles, unsigned int count) {
  unsigned int spacing = ((unsigned int)-1) / (count + 1);
  unsigned int tid = blockDim.x * blockIdx.x + threadIdx.x;
  unsigned int threads = blockDim.x * gridDim.x;
  for (unsigned int pos = tid; pos < count; pos += threads) {
    unsigned int d = (pos + 1) * spacing;
    quantiles[pos] = (float)moro_inverse(d);
  }
}
