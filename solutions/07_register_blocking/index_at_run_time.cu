// C = A B, all row-major and dense. A thread owns eight sums of one column, in eight rows.

constexpr int ROWS = 8;

extern "C" __global__ void index_at_run_time(const float* A, const float* B, float* C, int M, int N, int K)
{
    int row = blockIdx.y * ROWS;    // the first of eight; M is a multiple of 8
    int col = blockIdx.x * 32 + threadIdx.x;
    if (col >= N)
        return;

    float sum[ROWS] = {};
    for (int k = 0; k < K; ++k) {
        float b = B[k * N + col];
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
            // TODO(1): mend this. Somebody wanted every lane to begin with another row. Results are right, but the index
            // of sum is now known only at run time, and so sum has moved to local memory. (1 line instead of 2)
            // BEGIN SOLUTION
            sum[i] += A[(row + i) * K + k] * b;
            // END SOLUTION
            // BEGIN STARTER
            //| int m = (i + threadIdx.x) % ROWS;
            //| sum[m] += A[(row + m) * K + k] * b;
            // END STARTER
        }
    }

#pragma unroll
    for (int m = 0; m < ROWS; ++m)
        C[(row + m) * N + col] = sum[m];
}
