// expect: correctness
// Takes a particle for its place and its speed: mass and charge shift every following one.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    for (int f = 0; f < FIELDS; ++f)
        soa[f * n + t] = aos[t * 6 + f];
}
