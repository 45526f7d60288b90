/* In the manner of the toolkit's samples: n-body with type traits, particles, waves. */

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
  int index = blockIdx.x * blockDim.x + threadIdx.x;

  if (index >= deviceNumBodies) {
    return;
  }

  typename vec4<T>::Type position = oldPos[deviceOffset + index];
  typename vec3<T>::Type accel = {0, 0, 0};
  typename vec4<T>::Type *sharedPos = SharedMemory<typename vec4<T>::Type>();

  for (int tile = 0; tile < numTiles; tile++) {
    sharedPos[threadIdx.x] = oldPos[tile * blockDim.x + threadIdx.x];
    __syncthreads();
// This is the "tile_calculation" from the GPUG3 article.
#pragma unroll 128
    for (unsigned int counter = 0; counter < blockDim.x; counter++) {
      accel = bodyBodyInteraction<T>(accel, position, sharedPos[counter], (T)0.00125);
    }
    __syncthreads();
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
