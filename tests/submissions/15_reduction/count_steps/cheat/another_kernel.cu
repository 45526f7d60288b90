// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): barriers, counted once for each warp that waits = 8
// PREDICT(2): load requests of the line of the sum, one for each warp and word = 0
// PREDICT(3): store requests of the line of the sum = 0

extern "C" __global__ void count_steps(const float* in, float* out, int n)
{
    float sum = 0.0f;
    for (int k = 0; k < 256; ++k)
        sum += in[k];
    __syncthreads();
    out[0] = sum;
}
