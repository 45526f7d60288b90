// Reading and writing surfaces.

extern "C" __global__ void k(float* out, cudaSurfaceObject_t t)
{
    int x = threadIdx.x;
    float one;
    float4 four;
    surf2Dread(&one, t, x * 4, x);
    surf1Dwrite(one, t, x * 4);
    surf3Dwrite(one, t, x * 4, x, x);
    surf2Dread(&four, t, x * 16, x);
    surf2DLayeredwrite(four, t, x * 16, x, 1);
    surf1Dread(&one, t, x * 4);
    out[x] = one;
}
