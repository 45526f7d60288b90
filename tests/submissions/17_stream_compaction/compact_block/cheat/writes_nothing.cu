// expect: correctness
// Does nothing, without a single atomic.

extern "C" __global__ void compact_block(const float* in, float* out, int* count, int n)
{
}
