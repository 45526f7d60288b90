// Constant memory, read-only loads, cache hints, volatile and double-precision maths that calls helper code.
__constant__ float table[64];
__device__ float total;
extern "C" __global__ void constants(const float* __restrict__ in, float* out, volatile float* flag, double* d, int i)
{
    out[threadIdx.x] = table[threadIdx.x & 63] + table[i] + __ldg(&in[threadIdx.x]) + total;
    __stcs(&out[threadIdx.x + 64], __ldcg(&in[threadIdx.x + 9]));
    flag[0] = flag[1] + 1.0f;
    d[threadIdx.x] = sqrt(d[threadIdx.x]) / d[threadIdx.x + 1];
    out[128] = sinf(in[5] * 1e6f) + in[3] / in[4];
    total = out[3];
}
