// Rare atomics of sm_90 and later: bfloat16, vectors, 64-bit minimum in shared memory, 128 bits.
#include <cuda_bf16.h>
extern "C" __global__ void brain_floats(__nv_bfloat162* pairs, __nv_bfloat16* singles)
{
    int i = threadIdx.x;
    atomicAdd(&pairs[i], pairs[99]);
    pairs[100] = atomicAdd(&pairs[i + 1], pairs[98]);
    singles[9] = atomicAdd(&singles[i], singles[7]);
}

extern "C" __global__ void vectors(float4* f)
{
    int i = threadIdx.x;
    atomicAdd(&f[i - 3], make_float4(1, 2, 3, 4));
    f[100] = atomicAdd(&f[i], make_float4(1, 2, 3, 4));
    atomicAdd((float2*)&f[i - 4], make_float2(1, 2));
}

extern "C" __global__ void half_vectors(int* p)
{
    int a = p[1];
    asm volatile("red.global.add.noftz.v2.f16x2 [%0], {%1, %1};" ::"l"(p), "r"(a) : "memory");
    asm volatile("red.global.add.noftz.v4.f16x2 [%0 + 64], {%1, %1, %1, %1};" ::"l"(p), "r"(a) : "memory");
    asm volatile("red.global.add.noftz.v2.bf16x2 [%0 + 32], {%1, %1};" ::"l"(p), "r"(a) : "memory");
    asm volatile("red.global.add.noftz.v4.bf16x2 [%0 + 96], {%1, %1, %1, %1};" ::"l"(p), "r"(a) : "memory");
}

extern "C" __global__ void wide_integers(unsigned long long* p)
{
    __shared__ unsigned long long s[64];
    int i = threadIdx.x;
    s[i] = p[0];
    __syncthreads();
    atomicMin(&s[i], 5ull);
    atomicMax((long long*)&s[i], 5ll);
    atomicAnd(&s[i ^ 1], 7ull);
    __syncthreads();
    p[1] = s[i ^ 3];
    atomicMin((long long*)p + 5, -3ll);
    p[9] = atomicMax((long long*)p + i, -3ll);
    asm volatile("{\n\t.reg .b128 a, b;\n\tmov.b128 a, {%1, %1};\n\tatom.global.exch.b128 b, [%0], a;\n\t"
                 "atom.global.cas.b128 b, [%0], a, a;\n\t}" ::"l"(p + i * 2), "l"(p[7]) : "memory");
}
