// expect: correctness
// Does nothing, very fast.

extern "C" __global__ void scan_single_pass(const unsigned int* in, unsigned int* out,
                                             unsigned long long* status, unsigned int* counters, int n)
{
}
