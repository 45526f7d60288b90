// Too few registers for the work: spill stores and loads.
extern "C" __global__ void __launch_bounds__(1024, 2) spills(const float* in, float* out)
{
    float x[64];
#pragma unroll
    for (int i = 0; i < 64; ++i)
        x[i] = in[i * 1024 + threadIdx.x];
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int i = 0; i < 64; ++i)
            x[i] = x[i] * x[(i * 7 + 3) & 63] + x[(i + 31) & 63];
#pragma unroll
    for (int i = 0; i < 64; ++i)
        out[i * 1024 + threadIdx.x] = x[i];
}
