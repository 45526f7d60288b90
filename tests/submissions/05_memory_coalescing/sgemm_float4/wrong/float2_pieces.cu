// expect: global_sectors, machine_code
// Pieces of 8 bytes: right, but A is asked for twice as often.

extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                        int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    const float* a = A + row * lda;    // this thread's row of A; A itself begins on a 256-byte boundary

    int pieces = lda % 2 == 0 ? K / 2 : 0;

    float sum = 0.0f;
    for (int p = 0; p < pieces; ++p) {
        float2 two = reinterpret_cast<const float2*>(a)[p];
        const float* b = B + 2 * p * ldb + col;
        sum += two.x * b[0];
        sum += two.y * b[ldb];
    }

    for (int k = 2 * pieces; k < K; ++k)
        sum += a[k] * B[k * ldb + col];

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
