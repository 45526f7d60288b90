// Register-blocked SGEMM: 256 threads make a 128 x 128 block of C, 8 x 8 values each. M and N are multiples of 128,
// K of 8. PAD: extra columns of both tiles.
#ifndef PAD
#define PAD 0
#endif
constexpr int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;

extern "C" __global__ void sgemm_blocked(const float* A, const float* B, float* C, int M, int N, int K,
                                         int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[BM][BK + PAD];
    __shared__ float tile_b[BK][BN + PAD];
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int row = threadIdx.y * TM;
    int col = threadIdx.x * TN;
    int block_row = blockIdx.y * BM;
    int block_col = blockIdx.x * BN;
    float sum[TM][TN] = {};
    for (int start = 0; start < K; start += BK) {
        for (int i = tid; i < BM * BK; i += 256) {
            tile_a[i / BK][i % BK] = A[(block_row + i / BK) * lda + start + i % BK];
        }
        for (int i = tid; i < BK * BN; i += 256) {
            tile_b[i / BN][i % BN] = B[(start + i / BN) * ldb + block_col + i % BN];
        }
        __syncthreads();
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
            for (int m = 0; m < TM; ++m) a[m] = tile_a[row + m][k];
            for (int n = 0; n < TN; ++n) b[n] = tile_b[k][col + n];
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n) sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
    }
    for (int m = 0; m < TM; ++m) {
        for (int n = 0; n < TN; ++n) {
            int at = (block_row + row + m) * ldc + block_col + col + n;
            C[at] = beta == 0.0f ? alpha * sum[m][n] : alpha * sum[m][n] + beta * C[at];
        }
    }
}

// The columns of a thread are two runs of four, 64 apart: neighbouring lanes read neighbouring 16-byte words.
extern "C" __global__ void sgemm_blocked_split(const float* A, const float* B, float* C, int M, int N, int K,
                                               int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[BM][BK + PAD];
    __shared__ float tile_b[BK][BN + PAD];
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int row = threadIdx.y * TM;
    int col = threadIdx.x * 4;
    int block_row = blockIdx.y * BM;
    int block_col = blockIdx.x * BN;
    float sum[TM][TN] = {};
    for (int start = 0; start < K; start += BK) {
        for (int i = tid; i < BM * BK; i += 256) {
            tile_a[i / BK][i % BK] = A[(block_row + i / BK) * lda + start + i % BK];
        }
        for (int i = tid; i < BK * BN; i += 256) {
            tile_b[i / BN][i % BN] = B[(start + i / BN) * ldb + block_col + i % BN];
        }
        __syncthreads();
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
            for (int m = 0; m < TM; ++m) a[m] = tile_a[row + m][k];
            for (int n = 0; n < 4; ++n) b[n] = tile_b[k][col + n];
            for (int n = 0; n < 4; ++n) b[4 + n] = tile_b[k][64 + col + n];
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n) sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
    }
    for (int m = 0; m < TM; ++m) {
        for (int n = 0; n < TN; ++n) {
            int at = (block_row + row + m) * ldc + block_col + col + n % 4 + n / 4 * 64;
            C[at] = beta == 0.0f ? alpha * sum[m][n] : alpha * sum[m][n] + beta * C[at];
        }
    }
}

// The A tile is stored transposed and everything moves in float4.
extern "C" __global__ void sgemm_blocked_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                                int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ __align__(16) float tile_a[BK][BM + 4 * PAD];
    __shared__ __align__(16) float tile_b[BK][BN + 4 * PAD];
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int row = threadIdx.y * TM;
    int col = threadIdx.x * 4;
    const float* a_block = A + blockIdx.y * BM * lda;
    const float* b_block = B + blockIdx.x * BN;
    int a_row = tid / 2, a_col = tid % 2 * 4;
    int b_row = tid / 32, b_col = tid % 32 * 4;
    float sum[TM][TN] = {};
    for (int start = 0; start < K; start += BK) {
        float4 a4 = *reinterpret_cast<const float4*>(&a_block[a_row * lda + start + a_col]);
        float4 b4 = *reinterpret_cast<const float4*>(&b_block[(start + b_row) * ldb + b_col]);
        tile_a[a_col + 0][a_row] = a4.x;
        tile_a[a_col + 1][a_row] = a4.y;
        tile_a[a_col + 2][a_row] = a4.z;
        tile_a[a_col + 3][a_row] = a4.w;
        *reinterpret_cast<float4*>(&tile_b[b_row][b_col]) = b4;
        __syncthreads();
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
            *reinterpret_cast<float4*>(&a[0]) = *reinterpret_cast<float4*>(&tile_a[k][row]);
            *reinterpret_cast<float4*>(&a[4]) = *reinterpret_cast<float4*>(&tile_a[k][row + 4]);
            *reinterpret_cast<float4*>(&b[0]) = *reinterpret_cast<float4*>(&tile_b[k][col]);
            *reinterpret_cast<float4*>(&b[4]) = *reinterpret_cast<float4*>(&tile_b[k][col + 64]);
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n) sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
    }
    for (int m = 0; m < TM; ++m) {
        for (int half = 0; half < 2; ++half) {
            int at = (blockIdx.y * BM + row + m) * ldc + blockIdx.x * BN + col + half * 64;
            float4 c = *reinterpret_cast<float4*>(&C[at]);
            c.x = alpha * sum[m][half * 4 + 0] + beta * c.x;
            c.y = alpha * sum[m][half * 4 + 1] + beta * c.y;
            c.z = alpha * sum[m][half * 4 + 2] + beta * c.z;
            c.w = alpha * sum[m][half * 4 + 3] + beta * c.w;
            *reinterpret_cast<float4*>(&C[at]) = c;
        }
    }
}
