// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): requests, one for each load of A by a warp = 1
// PREDICT(2): sectors of 32 bytes that the loads of A touch = 1
// PREDICT(3): requests of the loads of B = 1
// PREDICT(4): sectors that the loads of B touch = 1

extern "C" __global__ void count_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    if (blockIdx.x != 0 || blockIdx.y != 0 || threadIdx.x != 0 || threadIdx.y != 0)
        return;
    const float* a_row = A;
    const float* b_column = B;
    int k = 0;
    float a = a_row[k];
    float b = b_column[k * ldb];
    C[0] = a * b;
}
