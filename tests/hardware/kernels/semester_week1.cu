// week 1: vectors
extern "C" __global__ void vecAdd(const float *A, const float *B, float *C, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) C[i] = A[i] + B[i];
}

extern "C" __global__ void saxpy_strided(int n, float a, const float* __restrict__ x, int incx, float* __restrict__ y, int incy)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i * incy] = a * x[i * incx] + y[i * incy];
}

// two elements per thread, the "section" version of the textbook exercise
extern "C" __global__ void vecAddSection(const float *A, const float *B, float *C, unsigned n)
{
    unsigned i = 2u * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) C[i] = A[i] + B[i];
    i += blockDim.x;
    if (i < n) C[i] = A[i] + B[i];
}

// the "adjacent" version (bad coalescing)
extern "C" __global__ void vecAddAdjacent(const float *A, const float *B, float *C, unsigned n)
{
    unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * 3;
    for (unsigned k = 0; k < 3; ++k)
        if (i + k < n) C[i + k] = A[i + k] * B[i + k];
}

struct Particle { float x, y, z, m; int tag; };

extern "C" __global__ void aosKick(Particle *p, const float *dt, int n)
{
    size_t t = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (t >= n) return;
    Particle q = p[t];
    if (q.tag & 1) {
        q.x += dt[t] * q.m;
        q.z -= dt[t] * q.y;
    }
    p[t].x = q.x;
    p[t].z = q.z;
}

extern "C" __global__ void select_load(const float *a, const float *b, const int *flag, float *out, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    float v = (i < n) ? a[i] : 0.0f;
    int f = (i < n) ? flag[i] : -1;
    float w = f > 2 ? b[i] : (f == 1 ? b[n - 1 - i] : v);
    if (f >= 0) out[i] = v + 2.0f * w;
}

extern "C" __global__ void reverse_block(int *d, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int base = blockIdx.x * blockDim.x;
    int cnt = min((int)blockDim.x, n - base);
    if (t < cnt) s[t] = d[base + t];
    __syncthreads();
    if (t < cnt) d[base + t] = s[cnt - t - 1];
}
