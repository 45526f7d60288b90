// expect: global_sectors
// Each thread makes the elements of soa in order: writing is perfect, and each read is a sector for one float.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < FIELDS * n; i += gridDim.x * blockDim.x)
        soa[i] = aos[i % n * FIELDS + i / n];
}
