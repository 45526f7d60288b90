// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): sectors of the loads of A = 4
// PREDICT(2): sectors of the loads of x = 4

extern "C" __global__ void count_traffic(const float* A, const float* x, float* y, int M, int N, int lda)
{
    y[threadIdx.x % M] = A[threadIdx.x] * x[threadIdx.x];
}
