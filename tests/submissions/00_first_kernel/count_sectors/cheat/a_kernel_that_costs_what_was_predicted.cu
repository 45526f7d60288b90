// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): requests, one for each load of 32 threads = 1
// PREDICT(2): sectors of 32 bytes that the loads touch = 4
// PREDICT(3): sectors that the stores touch = 4

extern "C" __global__ void count_sectors(const float* in, float* out, int n)
{
    if (blockIdx.x == 0 && threadIdx.x < 32)
        out[threadIdx.x] = in[threadIdx.x];
}
