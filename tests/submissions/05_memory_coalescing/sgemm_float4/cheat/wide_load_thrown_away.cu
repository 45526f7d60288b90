// expect: global_sectors
// The float4 load happens only where it can never happen, and everything is read one float at a time.

extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                        int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    const float* a = A + row * lda;    // this thread's row of A; A itself begins on a 256-byte boundary

    int pieces = alpha == 12345.0f ? K / 4 : 0;

    float sum = 0.0f;
    for (int p = 0; p < pieces; ++p) {
        float4 four = reinterpret_cast<const float4*>(a)[p];
        const float* b = B + 4 * p * ldb + col;
        sum += four.x * b[0];
        sum += four.y * b[ldb];
        sum += four.z * b[2 * ldb];
        sum += four.w * b[3 * ldb];
    }

    for (int k = 4 * pieces; k < K; ++k)
        sum += a[k] * B[k * ldb + col];

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
