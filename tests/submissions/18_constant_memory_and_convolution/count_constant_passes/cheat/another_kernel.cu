// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): passes of the load in line A = 0
// PREDICT(2): passes of the load in line B = 0
// PREDICT(3): passes of the load in line C = 0
// PREDICT(4): passes in line C beyond one for each request = 0

extern "C" __global__ void count_constant_passes(const float* in, float* out, int n)
{
    out[threadIdx.x] = in[threadIdx.x];
}
