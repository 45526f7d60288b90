// SGEMM with a B that is stored transposed: C = alpha * A * B + beta * C, where BT[col * ldbt + k] is B's element (k, col).
// As in 05/sgemm_float4, a thread computes one element of C; here both of its rows are read in pieces of 16 bytes.
// K, lda and ldbt are multiples of four.

extern "C" __global__ void sgemm_transposed_b(const float* A, const float* BT, float* C, int M, int N, int K,
                                              int lda, int ldbt, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    const float4* a = reinterpret_cast<const float4*>(A + row * lda);
    const float4* b = reinterpret_cast<const float4*>(BT + col * ldbt);

    float sum = 0.0f;
    for (int p = 0; p < K / 4; ++p) {
        float4 of_a = a[p];
        float4 of_b = b[p];
        sum += of_a.x * of_b.x;
        sum += of_a.y * of_b.y;
        sum += of_a.z * of_b.z;
        sum += of_a.w * of_b.w;
    }

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
