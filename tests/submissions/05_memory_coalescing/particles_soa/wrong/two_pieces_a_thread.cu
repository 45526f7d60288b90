// expect: global_sectors
// One thread reads both halves of its particle: each of the two loads leaves a gap of 16 bytes between lanes.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    float4 place = reinterpret_cast<const float4*>(aos)[2 * t];
    float4 rest = reinterpret_cast<const float4*>(aos)[2 * t + 1];
    soa[t] = place.x;
    soa[n + t] = place.y;
    soa[2 * n + t] = place.z;
    soa[3 * n + t] = place.w;
    soa[4 * n + t] = rest.x;
    soa[5 * n + t] = rest.y;
    soa[6 * n + t] = rest.z;
    soa[7 * n + t] = rest.w;
}
