// Inlined, nested and not inlined device functions: whose line does an access carry?
__device__ __forceinline__ float innermost(const float* p, int i)
{
    return p[i] * 2.0f;
}

__device__ __forceinline__ float middle(const float* p, int i)
{
    float left = innermost(p, i - 1);
    return left + innermost(p, i + 1) + p[i + 7];
}

__device__ __noinline__ float called(float* p, int i)
{
    p[i] += 3.0f;
    return p[i + 1];
}

extern "C" __global__ void inlined(const float* in, float* out)
{
    __shared__ float s[128];
    s[threadIdx.x] = middle(in, threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = middle(s, threadIdx.x) + called(out, threadIdx.x);
    out[threadIdx.x + 200] = called(out + 50, threadIdx.x);
}
