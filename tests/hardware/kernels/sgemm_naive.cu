// One thread per element of C, no shared memory: both ways to map threads to the matrix, and 16-byte loads.

extern "C" __global__ void sgemm_rows(const float* A, const float* B, float* C, int M, int N, int K,
                                      int lda, int ldb, int ldc, float alpha, float beta) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        sum += A[row * lda + k] * B[k * ldb + col];
    }
    C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
}

extern "C" __global__ void sgemm_columns(const float* A, const float* B, float* C, int M, int N, int K,
                                         int lda, int ldb, int ldc, float alpha, float beta) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        sum += A[row * lda + k] * B[k * ldb + col];
    }
    C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
}

// A is read four floats at a time; K and lda are multiples of 4.
extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                        int lda, int ldb, int ldc, float alpha, float beta) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 4) {
        float4 a = *reinterpret_cast<const float4*>(&A[row * lda + k]);
        sum += a.x * B[k * ldb + col];
        sum += a.y * B[(k + 1) * ldb + col];
        sum += a.z * B[(k + 2) * ldb + col];
        sum += a.w * B[(k + 3) * ldb + col];
    }
    C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
}

// B is given transposed (N rows of K): both operands are read four floats at a time.
extern "C" __global__ void sgemm_float4_transposed(const float* A, const float* BT, float* C, int M, int N, int K,
                                                   int lda, int ldb, int ldc, float alpha, float beta) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 4) {
        float4 a = *reinterpret_cast<const float4*>(&A[row * lda + k]);
        float4 b = *reinterpret_cast<const float4*>(&BT[col * ldb + k]);
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
}
