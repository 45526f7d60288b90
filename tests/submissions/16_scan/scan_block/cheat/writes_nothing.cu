// expect: correctness
// Does nothing, without a barrier.

extern "C" __global__ void scan_block(const int* in, int* out, int* totals, int n)
{
}
