// expect: correctness
// Does nothing, with no access to memory.

extern "C" __global__ void flags_to_places(const float* in, const int* flags, const int* places, float* out, int n)
{
}
