// Every kind of shared-memory atomic: counting, with a result, compare-and-swap, float, double, minimum, exchange.
extern "C" __global__ void histogram(const unsigned char* in, int* out)
{
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x]], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void results(const int* in, int* out, float* f, double* d, unsigned long long* u)
{
    __shared__ int a[64];
    __shared__ unsigned b[64];
    __shared__ float c[64];
    __shared__ double e[64];
    __shared__ unsigned long long g[64];
    int i = threadIdx.x;
    int k = in[i];
    a[i] = 0; b[i] = 0; c[i] = 0; e[i] = 0; g[i] = 0;
    __syncthreads();
    int r = atomicAdd(&a[k], 1);
    r += atomicAdd(&a[k], k);
    r += atomicCAS(&a[k + 1], 3, k);
    r += atomicExch(&a[k + 2], r);
    r += atomicMin(&a[k + 3], r);
    r += atomicMax(&b[k + 4], 7u);
    r += atomicAnd(&b[k], 0xffu);
    r += atomicOr(&b[k], 0x100u);
    r += atomicXor(&b[k], 0x101u);
    r += atomicInc(&b[k], 12u);
    r += atomicDec(&b[k], 12u);
    atomicAdd(&c[k], 1.5f);
    atomicAdd(&e[k], 1.5);
    atomicAdd(&g[k], 5ull);
    unsigned long long w = atomicCAS(&g[k + 1], 3ull, 8ull) + atomicExch(&g[k + 2], 8ull);
    __syncthreads();
    out[i] = r + a[i] + b[i];
    f[i] = c[i];
    d[i] = e[i];
    u[i] = g[i] + w;
}
