// expect: correctness
// Does nothing, without a single conflict.

extern "C" __global__ void strided_reads(const float* in, float* out, int n)
{
}
