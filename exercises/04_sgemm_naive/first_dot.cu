// C = A * B with one thread an element: this thread's is the dot product of a row of A and a column of B.
// Each row of blocks takes one row of C, each block 32 of its columns. alpha is 1 and beta is 0 here.

extern "C" __global__ void first_dot(const float* A, const float* B, float* C, int M, int N, int K,
                                     int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y;
    int col = blockIdx.x * 32 + threadIdx.x;
    if (col >= N)
        return;

    float sum = 0.0f;
    // TODO(1): add up the K products of this thread's row of A and its column of B. (2 lines)

    C[row * ldc + col] = sum;
}
