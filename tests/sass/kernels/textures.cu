// Every kind of texture fetch.

extern "C" __global__ void k(float* out, cudaTextureObject_t t)
{
    int x = threadIdx.x;
    float sum = tex1D<float>(t, x + 0.5f) + tex2D<float>(t, x, x) + tex3D<float>(t, x, x, x) + tex1Dfetch<float>(t, x);
    sum += tex1DLayered<float>(t, x, 2) + tex2DLayered<float>(t, x, x, 3) + texCubemap<float>(t, x, x, x);
    sum += tex2DLod<float>(t, x, x, 1.0f) + tex2DGrad<float>(t, x, x, make_float2(1, x), make_float2(x, 1));
    float4 four = tex2Dgather<float4>(t, x, x, 1);
    float2 two = tex2D<float2>(t, x, x);
    out[x] = sum + four.x + four.w + two.y;
}
