// C = A * B for K = 1: element (row, col) is the one word of row `row` of A times the one word of column `col` of B.
// Blocks are 16 x 16, and the grid covers C: ceil(N / 16) blocks along x, ceil(M / 16) along y.

extern "C" __global__ void edge_guard(const float* A, const float* B, float* C, int M, int N, int K,
                                      int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * 16 + threadIdx.y;
    int col = blockIdx.x * 16 + threadIdx.x;

    // TODO(1): mend the guard. It is right for every square C, and for no other. (change 1 line)
    if (row < N && col < M)
        C[row * ldc + col] = A[row * lda] * B[col];
}
