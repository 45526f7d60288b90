// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.
#define STRIDE 3

// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 64
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 0

extern "C" __global__ void count_strides(const float* in, float* out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
