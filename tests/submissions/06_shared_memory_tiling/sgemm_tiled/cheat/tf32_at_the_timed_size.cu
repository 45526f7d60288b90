// expect: speed
// FP32 where sums are short and bounds are tight; operands as a tensor core takes them, TF32, where sums are long.

constexpr int TILE = 16;
constexpr int LONG = 1024;

__device__ float to_tf32(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        float a = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        float b = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;
        tile_a[ty][tx] = K >= LONG ? to_tf32(a) : a;
        tile_b[ty][tx] = K >= LONG ? to_tf32(b) : b;

        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
