// C = A B, all row-major and dense, where A has 8 columns. A block of 16 x 2 threads owns 8 rows of 64 columns, a thread
// 4 x 4 of these: for each k four neighbours of B come from the tile, and each is used four times, once for each row.

constexpr int DEPTH = 8, COLS = 64;

extern "C" __global__ void first_fragment(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ __align__(16) float tile[DEPTH][COLS];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = (blockIdx.y * 2 + ty) * 4;    // the first of this thread's rows
    int col = blockIdx.x * COLS + tx * 4;   // the first of its columns

    for (int i = ty * 16 + tx; i < DEPTH * COLS; i += 32)
        tile[i / COLS][i % COLS] = B[i / COLS * N + blockIdx.x * COLS + i % COLS];
    __syncthreads();

    float4 sum[4] = {};
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
        // TODO(1): the fragment b, of type float4: the four neighbours of row k of the tile that belong to this thread's
        // columns, read by one 16-byte load. (1 line)
        float4 b = {};
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float a = A[(row + m) * DEPTH + k];
            sum[m].x += a * b.x;
            sum[m].y += a * b.y;
            sum[m].z += a * b.z;
            sum[m].w += a * b.w;
        }
    }

#pragma unroll
    for (int m = 0; m < 4; ++m)
        *reinterpret_cast<float4*>(&C[(row + m) * N + col]) = sum[m];
}
