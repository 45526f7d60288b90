// SGEMM that reads A in pieces of 16 bytes: C = alpha * A * B + beta * C, all row-major.
// A block of 16 x 16 threads computes a 16 x 16 tile of C, one element a thread. A thread walks along its row of A, four
// neighbours at a time. K need not be a multiple of 4, and the rows of A need not begin on 16-byte boundaries.

extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                        int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    const float* a = A + row * lda;    // this thread's row of A; A itself begins on a 256-byte boundary

    // TODO(1): how many whole pieces of four floats may this thread read from its row? Where one row of A begins on a
    // 16-byte boundary and the next does not, none. (1 line)
    int pieces = 0;

    float sum = 0.0f;
    for (int p = 0; p < pieces; ++p) {
        // TODO(2): read piece p of the row with one 16-byte load, and multiply its four floats with
        // the four elements of column col of B that belong to them. (about 6 lines)
    }

    // TODO(3): whatever no piece has covered, one k at a time. (2 lines)

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
