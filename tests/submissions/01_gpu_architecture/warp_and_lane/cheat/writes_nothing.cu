// expect: correctness
// Writes nothing and hopes that zeros are there.

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
}
