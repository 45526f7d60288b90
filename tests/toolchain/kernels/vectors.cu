// float4, float2, double, short and char accesses of global and shared memory; negative offsets.
extern "C" __global__ void wide(const float4* in, float4* out, const float2* in2, float2* out2)
{
    __shared__ float4 stage[256];
    __shared__ float2 pairs[256];
    stage[threadIdx.x] = in[threadIdx.x];
    pairs[threadIdx.x] = in2[threadIdx.x + 1];
    __syncthreads();
    out[threadIdx.x] = stage[255 - threadIdx.x];
    out2[threadIdx.x] = pairs[threadIdx.x ^ 5];
}

extern "C" __global__ void narrow(const char* in, unsigned char* out, const short* in2, unsigned short* out2, double* d)
{
    __shared__ signed char bytes[256];
    __shared__ unsigned short halves[256];
    __shared__ double doubles[256];
    bytes[threadIdx.x] = in[threadIdx.x];
    halves[threadIdx.x] = in2[threadIdx.x];
    doubles[threadIdx.x] = d[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = bytes[threadIdx.x ^ 1] + (unsigned char)in[threadIdx.x + 7];
    out2[threadIdx.x] = halves[threadIdx.x ^ 2];
    d[threadIdx.x + 3] = doubles[threadIdx.x ^ 3] * 2.0;
}

extern "C" __global__ void stencil(const float* in, float* out, const long long* in8, long long* out8)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i - 3] + in[i - 1] + in[i] + in[i + 1] + in[i + 100];
    out8[i - 5] = in8[i - 2];
    out[i - 4096] = 1.0f;
}
