// expect: predictions
// The kernel is made smaller until it fits as often as was predicted: what counts is the course's own.

// PREDICT(1): blocks of this kernel on a multiprocessor at once = 10
// PREDICT(2): warps of this kernel on a multiprocessor at once = 60

extern "C" __global__ void count_occupancy(const float* in, float* out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i];
}
