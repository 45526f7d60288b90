// A run-time index into arrays that are also written: local memory of several widths.
extern "C" __global__ void local_arrays(const int* in, int* out, float4* out4, int n)
{
    int words[32];
    float4 vectors[8];
    char bytes[16];
    for (int i = 0; i < 32; ++i)
        words[(i * n) & 31] = in[i];
    for (int i = 0; i < 8; ++i)
        vectors[(i + n) & 7] = make_float4(i, n, words[i], 1.0f);
    for (int i = 0; i < 16; ++i)
        bytes[(i * n) & 15] = (char)in[i];
    out[threadIdx.x] = words[in[threadIdx.x] & 31] + bytes[n & 15];
    out4[threadIdx.x] = vectors[in[threadIdx.x] & 7];
}
