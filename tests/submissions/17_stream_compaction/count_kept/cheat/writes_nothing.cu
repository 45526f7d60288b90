// expect: correctness
// Writes neither elements nor count.

extern "C" __global__ void count_kept(const float* in, const int* flags, const int* places, float* out, int* count, int n)
{
}
