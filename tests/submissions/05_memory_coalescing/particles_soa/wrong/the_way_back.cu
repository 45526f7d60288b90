// expect: correctness
// Takes soa for the array of structures and aos for the arrays.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    for (int f = 0; f < FIELDS; ++f)
        soa[t * FIELDS + f] = aos[f * n + t];
}
