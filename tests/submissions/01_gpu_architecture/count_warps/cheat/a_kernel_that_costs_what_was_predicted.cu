// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.
#define PART 0

// PREDICT(1): requests of the load, one for each warp in which somebody copies = 1

extern "C" __global__ void count_warps(const float* in, float* out, int n)
{
    if (blockIdx.x == 0 && threadIdx.y == 0)
        out[threadIdx.x] = in[threadIdx.x];
}
