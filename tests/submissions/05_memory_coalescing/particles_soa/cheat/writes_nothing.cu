// expect: correctness
// Not one sector is asked for.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
}
