// expect: global_sectors
// Every particle is cut in half, but its halves go to threads that are n apart: lanes still leave gaps of 16 bytes.

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= 2 * n)
        return;
    int particle = t % n;
    int half = t / n;

    float4 part = reinterpret_cast<const float4*>(aos)[2 * particle + half];
    float* to = soa + 4 * half * n + particle;
    to[0] = part.x;
    to[n] = part.y;
    to[2 * n] = part.z;
    to[3 * n] = part.w;
}
