#include <cuda_fp16.h>
extern "C" __global__ void vecAdd(float *A, float *B, float *C, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) C[i] = A[i] + B[i];
}
// each thread does a contiguous piece: uncoalesced on purpose (Q2b)
extern "C" __global__ void vecAddChunk(const float *a, const float *b, float *c, int n, int per)
{
    int start = (blockIdx.x * blockDim.x + threadIdx.x) * per;
    int end = start + per;
    if (end > n) end = n;
    for (int i = start; i < end; i++) c[i] = a[i] + b[i];
}
// two sections of consecutive elements per block
extern "C" __global__ void vecAddTwo(const double *a, const double *b, double *c, int n)
{
    unsigned i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
    i += blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void saxpy_offset(int n, float a, const float *x, float *y, int offset)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i + offset] = a * x[i + offset] + y[i + offset];
}
extern "C" __global__ void strided_copy(const float *in, float *out, int n, int stride)
{
    unsigned long long i = (unsigned long long)(blockIdx.x * blockDim.x + threadIdx.x) * stride % n;
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[i];
}
extern "C" __global__ void haxpy2(int n2, const __half2 *x, __half2 *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 a = __floats2half2_rn(0.5f, 0.25f);
    if (i < n2) y[i] = __hfma2(a, x[i], y[i]);
}
extern "C" __global__ void reverse_block(const int *d_in, int *d_out)
{
    extern __shared__ int s_data[];
    int inOffset = blockDim.x * blockIdx.x;
    int in = inOffset + threadIdx.x;
    s_data[blockDim.x - 1 - threadIdx.x] = d_in[in];
    __syncthreads();
    int outOffset = blockDim.x * (gridDim.x - 1 - blockIdx.x);
    d_out[outOffset + threadIdx.x] = s_data[threadIdx.x];
}
extern "C" __global__ void gather_perm(const float2 *src, const int *perm, float2 *dst, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[i] = src[perm[i]];
}
extern "C" __global__ void scatter_mul(const long long *src, long long *dst, int n, int mul)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[(long long)i * mul % n] = src[i] * 3 + 1;   // mul coprime with n
}
// polynomial, coefficients read by every thread (broadcast)
extern "C" __global__ void horner(const float *__restrict__ x, float *y, const float *__restrict__ coef, int deg, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        float r = __ldg(&coef[deg]), t = x[i];
        for (int d = deg - 1; d >= 0; --d) r = r * t + __ldg(&coef[d]);
        y[i] = r;
    }
}
// 3-component normalise with struct
struct __align__(16) Vec { float x, y, z, w; __device__ float dot(const Vec &o) const { return x * o.x + y * o.y + z * o.z; } };
extern "C" __global__ void normalize_vecs(Vec *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Vec a = v[i];
    float l = rsqrtf(a.dot(a) + 1e-12f);
    v[i].x = a.x * l; v[i].y = a.y * l; v[i].z = a.z * l;
}
// euclid distance matrix, thread per pair via triangular index
extern "C" __global__ void pair_dist(const float *pts, float *D, int n, int dim)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int total = n * (n - 1) / 2;
    if (k >= total) return;
    int i = (int)((1.0f + sqrtf(1.0f + 8.0f * k)) * 0.5f);
    while (i * (i - 1) / 2 > k) i--;
    while ((i + 1) * i / 2 <= k) i++;
    int j = k - i * (i - 1) / 2;
    float s = 0;
    for (int d = 0; d < dim; ++d) { float q = pts[i * dim + d] - pts[j * dim + d]; s += q * q; }
    D[k] = sqrtf(s);
}
// sieve: every thread takes one prime candidate and strikes its multiples (all write the same value)
extern "C" __global__ void collatz(unsigned long long *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = i + 1, c = 0;
    while (x != 1 && c < 200) { x = (x & 1) ? 3 * x + 1 : x >> 1; ++c; }
    steps[i] = c;
}
extern "C" __global__ void mixed_types(const short *a, const unsigned char *b, const double *c, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        switch (b[i] & 3) {
        case 0: o[i] = a[i]; break;
        case 1: o[i] = (float)c[i]; break;
        case 2: o[i] = a[n - 1 - i] + (float)c[n - 1 - i]; break;
        default: o[i] = -1.f;
        }
    }
}
