// expect: correctness
// Writes nothing.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
}
