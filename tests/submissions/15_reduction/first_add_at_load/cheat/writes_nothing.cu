// expect: correctness
// Does nothing, in very few instructions.

extern "C" __global__ void first_add_at_load(const float* in, float* out, int n)
{
}
