// Global atomics with and without their result, at positive and negative offsets, and through generic pointers.
#include <cuda_fp16.h>
extern "C" __global__ void reductions(int* a, float* f, unsigned* u, double* d, unsigned long long* l, __half2* h)
{
    int i = threadIdx.x;
    atomicAdd(&a[i + 4], 2);
    atomicAdd(&a[i - 4], 2);
    atomicAdd(&f[i], 2.0f);
    atomicAdd(&f[i - 7], 2.0f);
    atomicMax(&u[i + 1000], 2u);
    atomicMin(&a[i], -2);
    atomicAnd(&u[i], 2u);
    atomicInc(&u[i], 2u);
    atomicAdd(&d[i], 2.0);
    atomicAdd(&l[i], 2ull);
    atomicAdd(&h[i + 3], __floats2half2_rn(1.0f, 2.0f));
}

extern "C" __global__ void fetches(int* a, float* f, unsigned* u, unsigned long long* l, double* d)
{
    int i = threadIdx.x;
    int r = atomicAdd(&a[i + 4], 2) + atomicAdd(&a[i - 40], 2);
    r += atomicCAS(&a[i - 9], 1, 2) + atomicExch(&a[i], 9);
    f[32] = r + atomicAdd(&f[i], 2.0f) + atomicAdd(&f[i - 3], 2.0f);
    u[64] = atomicMin(&u[i], 2u) + atomicInc(&u[i], 2u) + atomicXor(&u[i + 9], 2u);
    l[99] = atomicCAS(&l[i], 1ull, 2ull) + atomicAdd(&l[i], 7ull) + atomicMax(&l[i + 2], 7ull);
    d[7] = atomicAdd(&d[i - 1], 2.0);
}

extern "C" __global__ void generic(int* a, int which, float* f)
{
    int i = threadIdx.x;
    __shared__ int s[32];
    s[i] = 5;
    __syncthreads();
    int* p = which > 3 ? a : s;
    p[i + 8] = p[i] + 1;
    a[40] = atomicAdd(&p[0], 3);
    atomicAdd(&p[4], 3);
    atomicAdd(&p[-4], 3);
    a[41] = atomicCAS(&p[1], 3, 4);
    atomicAdd(which > 3 ? f : (float*)s, 2.0f);
}
