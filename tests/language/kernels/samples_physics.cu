/* In the manner of the toolkit's samples: n-body with type traits, particles, waves. */

template <typename T> struct vec3 { typedef float Type; };
template <> struct vec3<float> { typedef float3 Type; };
template <> struct vec3<double> { typedef double3 Type; };
template <typename T> struct vec4 { typedef float Type; };
template <> struct vec4<float> { typedef float4 Type; };
template <> struct vec4<double> { typedef double4 Type; };

template <typename T> __device__ T inverse_root(T x) { return rsqrt(x); }
template <> __device__ float inverse_root<float>(float x) { return rsqrtf(x); }
template <> __device__ double inverse_root<double>(double x) { return rsqrt(x); }

template <class T> struct DynamicShared {
  __device__ inline operator T *() { extern __shared__ int raw_shared[]; return (T *)raw_shared; }
};

template <typename T>
__device__ typename vec3<T>::Type pull(typename vec3<T>::Type force, typename vec4<T>::Type here,
                                                      typename vec4<T>::Type there, T softening) {
  typename vec3<T>::Type r;
  r.x = there.x - here.x;
  r.y = there.y - here.y;
  r.z = there.z - here.z;
  T d2 = r.x * r.x + r.y * r.y + r.z * r.z;
  d2 += softening;
  T inverse = inverse_root(d2);
  T inverse3 = inverse * inverse * inverse;
  T s = there.w * inverse3;
  force.x += r.x * s;
  force.y += r.y * s;
  force.z += r.z * s;
  return force;
}

template <typename T>
__global__ void step_bodies(typename vec4<T>::Type *__restrict__ moved_bodies, typename vec4<T>::Type *__restrict__ bodies,
                                typename vec4<T>::Type *speeds, unsigned int first_body, unsigned int body_count,
                                T dt, T damping, int tile_count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;

  if (index >= body_count) {
    return;
  }

  typename vec4<T>::Type position = bodies[first_body + index];
  typename vec3<T>::Type total = {0, 0, 0};
  typename vec4<T>::Type *tile_bodies = DynamicShared<typename vec4<T>::Type>();

  for (int tile = 0; tile < tile_count; tile++) {
    tile_bodies[threadIdx.x] = bodies[tile * blockDim.x + threadIdx.x];
    __syncthreads();
// This is the "tile_calculation" from the GPUG3 article.
#pragma unroll 128
    for (unsigned int counter = 0; counter < blockDim.x; counter++) {
      total = pull<T>(total, position, tile_bodies[counter], (T)0.00125);
    }
    __syncthreads();
  }

  typename vec4<T>::Type velocity = speeds[first_body + index];
  velocity.x += total.x * dt;
  velocity.y += total.y * dt;
  velocity.z += total.z * dt;
  velocity.x *= damping;
  velocity.y *= damping;
  velocity.z *= damping;

  position.x += velocity.x * dt;
  position.y += velocity.y * dt;
  position.z += velocity.z * dt;

  moved_bodies[first_body + index] = position;
  speeds[first_body + index] = velocity;
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

struct Contact { float3 gravity; float spring, damping, shear, attraction, radius; };
__constant__ Contact contact = {{0.0f, -0.0003f, 0.0f}, 0.5f, 0.02f, 0.1f, 0.0f, 0.25f};

__device__ float3 contact_force(float3 pa, float3 pb, float3 va, float3 vb, float ra, float rb, float attraction) {
  float3 apart = pb - pa;
  float gap = length(apart);
  float reach = ra + rb;
  float3 force = make_float3(0.0f, 0.0f, 0.0f);
  if (gap < reach) {
    float3 norm = apart / gap;
    float3 closing = vb - va;
    float3 sliding = closing - (dot(closing, norm) * norm);
    force = -contact.spring * (reach - gap) * norm;
    force += contact.damping * closing;
    force += contact.shear * sliding;
    force += attraction * apart;
  }
  return force;
}

extern "C" __global__ void collide_all(const float4 *pos, const float4 *speeds, float4 *newVel, int n) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me >= n) return;
  const float3 &p = *(const float3 *)&pos[me], v = *(const float3 *)(speeds + me);
  float3 force = contact.gravity;
  for (int j = 0; j < n; j++)
    if (j != me) force += contact_force(p, *(const float3 *)&pos[j], v, *(const float3 *)&speeds[j], contact.radius, contact.radius, contact.attraction);
  float3 moved = v + force;
  newVel[me] = make_float4(moved.x, moved.y, moved.z, 0.f);
}

/* oceanFFT: the spectrum at a time, h(k, t) from h0(k) and the conjugate of h0(-k) */
typedef float2 Complex;
__device__ Complex conj_of(Complex arg) { return make_float2(arg.x, -arg.y); }
__device__ Complex unit_at(float arg) { return make_float2(cosf(arg), sinf(arg)); }
__device__ Complex sum_of(Complex a, Complex b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ Complex product_of(Complex ab, Complex cd) { return make_float2(ab.x * cd.x - ab.y * cd.y, ab.x * cd.y + ab.y * cd.x); }
#define PI_FLOAT 3.141592654f
extern "C" __global__ void waves_at_time(Complex *h0, Complex *ht, unsigned int width_in, unsigned int width_out,
                                                  unsigned int height_out, float t, float patch) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned int at_in = y * width_in + x;
  unsigned int at_mirror = (height_out - y) * width_in + (width_out - x);
  unsigned int at_out = y * width_out + x;

  float2 k;
  k.x = (-(int)width_out / 2.0f + x) * (2.0f * PI_FLOAT / patch);
  k.y = (-(int)width_out / 2.0f + y) * (2.0f * PI_FLOAT / patch);

  float k_size = sqrtf(k.x * k.x + k.y * k.y);
  float w = sqrtf(9.81f * k_size);

  if ((x < width_out) && (y < height_out)) {
    Complex forward = h0[at_in];
    Complex backward = h0[at_mirror];

    ht[at_out] = sum_of(product_of(forward, unit_at(w * t)), product_of(conj_of(backward), unit_at(-w * t)));
  }
}
