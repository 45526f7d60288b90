// Reads of textures, by place: x and y, or whole texels.
#define HERE (blockIdx.x * blockDim.x + threadIdx.x)
extern "C" __global__ void float_1d(float* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex1D<float>(t, at[i].x);
}
extern "C" __global__ void float4_1d(float4* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex1D<float4>(t, at[i].x);
}
extern "C" __global__ void float_2d(float* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}
extern "C" __global__ void float2_2d(float2* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex2D<float2>(t, at[i].x, at[i].y);
}
extern "C" __global__ void float4_2d(float4* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex2D<float4>(t, at[i].x, at[i].y);
}
extern "C" __global__ void uchar4_2d(int4* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i >= n) return;
    uchar4 v = tex2D<uchar4>(t, at[i].x, at[i].y);
    out[i] = make_int4(v.x, v.y, v.z, v.w);
}
extern "C" __global__ void short2_2d(int2* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i >= n) return;
    short2 v = tex2D<short2>(t, at[i].x, at[i].y);
    out[i] = make_int2(v.x, v.y);
}
extern "C" __global__ void int_1d(int* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex1D<int>(t, at[i].x);
}
extern "C" __global__ void missing_channels(float4* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i < n) out[i] = tex2D<float4>(t, at[i].x, at[i].y);
}
extern "C" __global__ void divergent(float* out, cudaTextureObject_t t, const float2* at, int n)
{
    int i = HERE;
    if (i >= n) return;
    out[i] = i % 3 ? tex2D<float>(t, at[i].x, at[i].y) : tex2D<float>(t, at[i].y, at[i].x) + 1.0f;
}
