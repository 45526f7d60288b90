// expect: correctness
// Operands cut to the 10 mantissa bits of TF32, as a tensor core would take them.

__device__ float to_tf32(float x)
{
    return __uint_as_float(__float_as_uint(x) & 0xffffe000u);
}

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += to_tf32(A[row * lda + k]) * to_tf32(B[k * ldb + col]);

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
