// expect: correctness
// Copies the floats in the order in which they lie: still an array of structures.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < FIELDS * n; i += gridDim.x * blockDim.x)
        soa[i] = aos[i];
}
