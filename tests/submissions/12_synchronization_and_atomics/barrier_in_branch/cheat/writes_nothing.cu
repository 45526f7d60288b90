// expect: correctness
// Nothing that could race.

extern "C" __global__ void barrier_in_branch(const float* in, float* out)
{
}
