// expect: correctness
// Does nothing.

extern "C" __global__ void compact_stable(const float* in, float* out, int* count, unsigned long long* status, int n)
{
}
