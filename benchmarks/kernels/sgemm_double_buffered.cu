// Double-buffered SGEMM: 256 threads make a 128 x 128 block of C, 8 x 8 values each, in steps of 8 along K.
// M and N are multiples of 128, K of 8, and all rows begin at multiples of 16 bytes.
// The tile of A is stored transposed, so that both fragments are read 16 bytes at a time; a thread's rows and columns
// lie in two halves, 64 apart, which keeps those reads free of bank conflicts. The next tiles travel through registers
// while the present ones are used: one barrier a step.
constexpr int BM = 128, BN = 128, BK = 8, HALF = 64;

extern "C" __global__ void __launch_bounds__(256, 2)
sgemm_double_buffered(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb, int ldc,
                      float alpha, float beta)
{
    __shared__ __align__(16) float tile_a[2][BK][BM];
    __shared__ __align__(16) float tile_b[2][BK][BN];

    int thread = threadIdx.y * 16 + threadIdx.x;
    int a_row = thread / 2;
    int a_col = thread % 2 * 4;
    int b_row = thread / 32;
    int b_col = thread % 32 * 4;
    const float* next_a = A + (blockIdx.y * BM + a_row) * lda + a_col;
    const float* next_b = B + b_row * ldb + blockIdx.x * BN + b_col;

    int row = threadIdx.y * 4;
    int col = threadIdx.x * 4;
    float sum[8][8] = {};

    float4 a_in = *reinterpret_cast<const float4*>(next_a);
    float4 b_in = *reinterpret_cast<const float4*>(next_b);
    int now = 0;
    for (int k0 = 0; k0 < K; k0 += BK) {
        tile_a[now][a_col + 0][a_row] = a_in.x;
        tile_a[now][a_col + 1][a_row] = a_in.y;
        tile_a[now][a_col + 2][a_row] = a_in.z;
        tile_a[now][a_col + 3][a_row] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        if (k0 + BK < K) {
            next_a += BK;
            next_b += BK * ldb;
            a_in = *reinterpret_cast<const float4*>(next_a);
            b_in = *reinterpret_cast<const float4*>(next_b);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(&a[0]) = *reinterpret_cast<const float4*>(&tile_a[now][k][row]);
            *reinterpret_cast<float4*>(&a[4]) = *reinterpret_cast<const float4*>(&tile_a[now][k][row + HALF]);
            *reinterpret_cast<float4*>(&b[0]) = *reinterpret_cast<const float4*>(&tile_b[now][k][col]);
            *reinterpret_cast<float4*>(&b[4]) = *reinterpret_cast<const float4*>(&tile_b[now][k][col + HALF]);
#pragma unroll
            for (int m = 0; m < 8; ++m)
#pragma unroll
                for (int n = 0; n < 8; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        now ^= 1;
    }

#pragma unroll
    for (int m = 0; m < 8; ++m) {
        int c_row = blockIdx.y * BM + row + m % 4 + m / 4 * HALF;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float4* place = reinterpret_cast<float4*>(&C[c_row * ldc + blockIdx.x * BN + col + half * HALF]);
            float4 old = beta == 0.0f ? float4{} : *place;
            float* s = &sum[m][half * 4];
            *place = float4{alpha * s[0] + beta * old.x, alpha * s[1] + beta * old.y, alpha * s[2] + beta * old.z,
                            alpha * s[3] + beta * old.w};
        }
    }
}
