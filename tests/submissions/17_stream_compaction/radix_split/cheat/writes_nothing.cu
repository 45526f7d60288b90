// expect: correctness
// Does nothing.

extern "C" __global__ void radix_split(const unsigned* in, unsigned* out, int bit, int n)
{
}
