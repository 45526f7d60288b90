/* In the manner of the toolkit's samples: n-body with type traits, particles, waves, intervals, warp aggregation. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

template <typename T> struct vec3 { typedef float Type; };  // dummy
template <> struct vec3<float> { typedef float3 Type; };
template <> struct vec3<double> { typedef double3 Type; };
template <typename T> struct vec4 { typedef float Type; };  // dummy
template <> struct vec4<float> { typedef float4 Type; };
template <> struct vec4<double> { typedef double4 Type; };

template <typename T> __device__ T rsqrt_T(T x) { return rsqrt(x); }
template <> __device__ float rsqrt_T<float>(float x) { return rsqrtf(x); }
template <> __device__ double rsqrt_T<double>(double x) { return rsqrt(x); }

template <class T> struct SharedMemory {
  __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; }
};

template <typename T>
__device__ typename vec3<T>::Type bodyBodyInteraction(typename vec3<T>::Type ai, typename vec4<T>::Type bi,
                                                      typename vec4<T>::Type bj, T softeningSquared) {
  typename vec3<T>::Type r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  T distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
  distSqr += softeningSquared;
  T invDist = rsqrt_T(distSqr);
  T invDistCube = invDist * invDist * invDist;
  T s = bj.w * invDistCube;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

template <typename T>
__global__ void integrateBodies(typename vec4<T>::Type *__restrict__ newPos, typename vec4<T>::Type *__restrict__ oldPos,
                                typename vec4<T>::Type *vel, unsigned int deviceOffset, unsigned int deviceNumBodies,
                                T deltaTime, T damping, int numTiles) {
  cg::thread_block cta = cg::this_thread_block();
  int index = blockIdx.x * blockDim.x + threadIdx.x;

  if (index >= deviceNumBodies) {
    return;
  }

  typename vec4<T>::Type position = oldPos[deviceOffset + index];
  typename vec3<T>::Type accel = {0, 0, 0};
  typename vec4<T>::Type *sharedPos = SharedMemory<typename vec4<T>::Type>();

  for (int tile = 0; tile < numTiles; tile++) {
    sharedPos[threadIdx.x] = oldPos[tile * blockDim.x + threadIdx.x];
    cg::sync(cta);
// This is the "tile_calculation" from the GPUG3 article.
#pragma unroll 128
    for (unsigned int counter = 0; counter < blockDim.x; counter++) {
      accel = bodyBodyInteraction<T>(accel, position, sharedPos[counter], (T)0.00125);
    }
    cg::sync(cta);
  }

  typename vec4<T>::Type velocity = vel[deviceOffset + index];
  velocity.x += accel.x * deltaTime;
  velocity.y += accel.y * deltaTime;
  velocity.z += accel.z * deltaTime;
  velocity.x *= damping;
  velocity.y *= damping;
  velocity.z *= damping;

  // new position = old position + velocity * deltaTime
  position.x += velocity.x * deltaTime;
  position.y += velocity.y * deltaTime;
  position.z += velocity.z * deltaTime;

  newPos[deviceOffset + index] = position;
  vel[deviceOffset + index] = velocity;
}

/* particles: spring, dashpot and shear of two spheres */
inline __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
inline __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __device__ float3 operator*(float b, float3 a) { return make_float3(b * a.x, b * a.y, b * a.z); }
inline __device__ float3 operator*(float3 a, float b) { return b * a; }
inline __device__ float3 operator/(float3 a, float b) { return make_float3(a.x / b, a.y / b, a.z / b); }
inline __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __device__ float length(float3 v) { return sqrtf(dot(v, v)); }

struct SimParams { float3 gravity; float spring, damping, shear, attraction, radius; };
__constant__ SimParams params = {{0.0f, -0.0003f, 0.0f}, 0.5f, 0.02f, 0.1f, 0.0f, 0.25f};

__device__ float3 collideSpheres(float3 posA, float3 posB, float3 velA, float3 velB, float radiusA, float radiusB, float attraction) {
  // calculate relative position
  float3 relPos = posB - posA;
  float dist = length(relPos);
  float collideDist = radiusA + radiusB;
  float3 force = make_float3(0.0f, 0.0f, 0.0f);
  if (dist < collideDist) {
    float3 norm = relPos / dist;
    // relative velocity
    float3 relVel = velB - velA;
    // relative tangential velocity
    float3 tanVel = relVel - (dot(relVel, norm) * norm);
    // spring force
    force = -params.spring * (collideDist - dist) * norm;
    // dashpot (damping) force
    force += params.damping * relVel;
    // tangential shear force
    force += params.shear * tanVel;
    // attraction
    force += attraction * relPos;
  }
  return force;
}

extern "C" __global__ void collideAll(const float4 *pos, const float4 *vel, float4 *newVel, int n) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me >= n) return;
  const float3 &p = *(const float3 *)&pos[me], v = *(const float3 *)(vel + me);
  float3 force = params.gravity;
  for (int j = 0; j < n; j++)
    if (j != me) force += collideSpheres(p, *(const float3 *)&pos[j], v, *(const float3 *)&vel[j], params.radius, params.radius, params.attraction);
  float3 moved = v + force;
  newVel[me] = make_float4(moved.x, moved.y, moved.z, 0.f);
}

/* oceanFFT: the spectrum at a time, h(k, t) from h0(k) and the conjugate of h0(-k) */
typedef float2 Complex;
__device__ Complex conjugate(Complex arg) { return make_float2(arg.x, -arg.y); }
__device__ Complex complex_exp(float arg) { return make_float2(cosf(arg), sinf(arg)); }
__device__ Complex complex_add(Complex a, Complex b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ Complex complex_mult(Complex ab, Complex cd) { return make_float2(ab.x * cd.x - ab.y * cd.y, ab.x * cd.y + ab.y * cd.x); }
#define CUDART_PI_F 3.141592654f
extern "C" __global__ void generateSpectrumKernel(Complex *h0, Complex *ht, unsigned int in_width, unsigned int out_width,
                                                  unsigned int out_height, float t, float patchSize) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned int in_index = y * in_width + x;
  unsigned int in_mindex = (out_height - y) * in_width + (out_width - x);  // mirrored
  unsigned int out_index = y * out_width + x;

  // calculate wave vector
  float2 k;
  k.x = (-(int)out_width / 2.0f + x) * (2.0f * CUDART_PI_F / patchSize);
  k.y = (-(int)out_width / 2.0f + y) * (2.0f * CUDART_PI_F / patchSize);

  // calculate dispersion w(k)
  float k_len = sqrtf(k.x * k.x + k.y * k.y);
  float w = sqrtf(9.81f * k_len);

  if ((x < out_width) && (y < out_height)) {
    Complex h0_k = h0[in_index];
    Complex h0_mk = h0[in_mindex];

    // output frequency-space complex values
    ht[out_index] = complex_add(complex_mult(h0_k, complex_exp(w * t)), complex_mult(conjugate(h0_mk), complex_exp(-w * t)));
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
