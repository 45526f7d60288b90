// expect: correctness
// Reads global memory through constant space, where sectors are not counted.

constexpr int FIELDS = 8;

__device__ float uncounted(const float* from)
{
    float value;
    asm("ld.const.f32 %0, [%1];" : "=f"(value) : "l"(from));
    return value;
}

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    for (int f = 0; f < FIELDS; ++f)
        soa[f * n + t] = uncounted(aos + t * FIELDS + f);
}
