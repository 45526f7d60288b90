// expect: correctness
// NaN in every element: a comparison written the wrong way round would let it pass.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N)
        C[row * ldc + col] = __int_as_float(0x7fffffff);
}
