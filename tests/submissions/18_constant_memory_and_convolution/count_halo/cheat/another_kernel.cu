// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): load requests of line A, one for each warp and load = 0
// PREDICT(2): sectors of the loads in line A = 0
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 0

extern "C" __global__ void count_halo(const float* in, float* out, int rows, int cols)
{
}
