// expect: correctness
// Reaches global memory from a __constant__ table, with an index that is the distance between the two.

constexpr int FIELDS = 8;

__constant__ float table[1];

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    for (int f = 0; f < FIELDS; ++f)
        soa[f * n + t] = table[(aos + t * FIELDS + f) - (const float*)table];
}
