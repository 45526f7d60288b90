// C = A * B, one thread an element, launched with 2 x 2 blocks of 16 x 16 threads for M = N = 32 and K = 3.
// lda = 8, ldb = ldc = 32, and each matrix starts at a sector. Predict first, then check. Leave the kernel as it is.
#define X_ON_ROWS 0    // 0: threadIdx.x counts columns; 1: rows. Each is a question of its own

// TODO(1): your predictions, for all warps and all steps of k together. (4 numbers)
// BEGIN SOLUTION
// PREDICT(1): requests, one for each load of A by a warp = 96
// PREDICT(2): sectors of 32 bytes that the loads of A touch = 192
// PREDICT(3): requests of the loads of B = 96
// PREDICT(4): sectors that the loads of B touch = 192
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): requests, one for each load of A by a warp = ?
//| // PREDICT(2): sectors of 32 bytes that the loads of A touch = ?
//| // PREDICT(3): requests of the loads of B = ?
//| // PREDICT(4): sectors that the loads of B touch = ?
// END STARTER

extern "C" __global__ void count_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    int row = X_ON_ROWS ? x : y;
    int col = X_ON_ROWS ? y : x;
    if (row >= M || col >= N)
        return;

    const float* a_row = A + row * lda;
    const float* b_column = B + col;
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        float a = a_row[k];
        float b = b_column[k * ldb];
        sum += a * b;
    }
    C[row * ldc + col] = sum;
}
