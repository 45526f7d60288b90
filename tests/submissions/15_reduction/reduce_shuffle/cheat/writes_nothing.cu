// expect: correctness
// Does nothing, with no barrier at all.

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n)
{
}
