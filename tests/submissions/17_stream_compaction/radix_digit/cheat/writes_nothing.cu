// expect: correctness
// Does nothing.

extern "C" __global__ void radix_digit(const unsigned* in, unsigned* out, const int* offsets, int shift, int n)
{
}
