// expect: global_sectors
// Reads without a gap, one float a thread; but a warp then writes four particles to eight arrays, half a sector each.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < FIELDS * n; i += gridDim.x * blockDim.x)
        soa[i % FIELDS * n + i / FIELDS] = aos[i];
}
