// 64x64x8 register-blocked SGEMM without edges: 4x4 outputs a thread, float4 loads, unrolled.
extern "C" __global__ void __launch_bounds__(256) register_blocked(const float* A, const float* B, float* C, int N, int K)
{
    __shared__ float tile_a[8][64];
    __shared__ float tile_b[8][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        if (threadIdx.x < 128) {
            int r = threadIdx.x / 2, c = threadIdx.x % 2 * 4;
            float4 a = *(const float4*)&A[(blockIdx.y * 64 + r) * K + k0 + c];
            tile_a[c][r] = a.x; tile_a[c + 1][r] = a.y; tile_a[c + 2][r] = a.z; tile_a[c + 3][r] = a.w;
        } else {
            int i = threadIdx.x - 128, r = i / 16, c = i % 16 * 4;
            *(float4*)&tile_b[r][c] = *(const float4*)&B[(k0 + r) * N + blockIdx.x * 64 + c];
        }
        __syncthreads();
        for (int k = 0; k < 8; ++k)
            for (int m = 0; m < 4; ++m)
                for (int n = 0; n < 4; ++n)
                    sum[m][n] += tile_a[k][ty * 4 + m] * tile_b[k][tx * 4 + n];
        __syncthreads();
    }
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            C[(blockIdx.y * 64 + ty * 4 + m) * N + blockIdx.x * 64 + tx * 4 + n] = sum[m][n];
}
