// expect: correctness
// Does nothing, in very few instructions.

extern "C" __global__ void scan_warp(const int* in, int* inclusive, int* exclusive, int n)
{
}
