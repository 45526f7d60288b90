// Texture reads: one result or four, at a place or at a whole texel.

extern "C" __global__ void one(cudaTextureObject_t texture, float* out, float x, float y)
{
    out[threadIdx.x] = tex2D<float>(texture, x + threadIdx.x, y);
}

extern "C" __global__ void four(cudaTextureObject_t texture, float4* out, float x)
{
    if (threadIdx.x < 7)
        out[threadIdx.x] = tex1D<float4>(texture, x * threadIdx.x);
}

extern "C" __global__ void chained(cudaTextureObject_t texture, float* out, float x, float y)
{
    float first = tex2D<float>(texture, x, y);
    out[threadIdx.x] = tex2D<float>(texture, first, y + 1.0f) + __ldg(out + threadIdx.x + 32);
}
