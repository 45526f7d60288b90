// expect: correctness
// No tile, no conflicts, no result.

extern "C" __global__ void dynamic_shared(const float2* points, const float* masses, float* out, int n) {}
