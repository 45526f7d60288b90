// expect: predictions
// The array is left out, so that everything fits at once: what counts is the course's own kernel.

// PREDICT(1): blocks on a multiprocessor at once = 16
// PREDICT(2): waves of blocks = 1
// PREDICT(3): blocks in the last wave = 1849

extern "C" __global__ void count_waves(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
