// C = A B without edges: a block is one warp and makes a tile of 16 x 32, each lane one piece of 4 x 4, 8 k a round.
// For every k a lane reads a fragment of A (4 rows) and one of B (4 columns), 16 bytes each.

constexpr int ROWS = 16, COLS = 32, DEPTH = 8;    // 4 x 8 lanes

extern "C" __global__ void lanes_in_pairs(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ __align__(16) float tile_a[DEPTH][ROWS];    // transposed: tile_a[k][row]
    __shared__ __align__(16) float tile_b[DEPTH][COLS];
    int lane = threadIdx.x;

    // TODO(1): mend this. Four wavefronts for a fragment of B, two would do: let lane ^ 1 have the same columns, and
    // lane ^ 2 the same rows. All 4 x 8 places must be taken. (2 lines)
    // BEGIN SOLUTION
    int row = (lane / 16 * 2 + lane % 2) * 4;
    int col = lane / 2 % 8 * 4;
    // END SOLUTION
    // BEGIN STARTER
    //| int row = lane / 8 * 4;
    //| int col = lane % 8 * 4;
    // END STARTER

    A += blockIdx.y * ROWS * K;
    B += blockIdx.x * COLS;
    C += blockIdx.y * ROWS * N + blockIdx.x * COLS;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += DEPTH) {
        for (int k = lane / 16; k < DEPTH; k += 2)
            tile_a[k][lane % 16] = A[lane % 16 * K + k0 + k];
        for (int k = 0; k < DEPTH; ++k)
            tile_b[k][lane] = B[(k0 + k) * N + lane];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            float4 a = *reinterpret_cast<const float4*>(&tile_a[k][row]);
            float4 b = *reinterpret_cast<const float4*>(&tile_b[k][col]);
            float four[4] = {a.x, a.y, a.z, a.w};
#pragma unroll
            for (int m = 0; m < 4; ++m) {
                sum[m][0] += four[m] * b.x;
                sum[m][1] += four[m] * b.y;
                sum[m][2] += four[m] * b.z;
                sum[m][3] += four[m] * b.w;
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int m = 0; m < 4; ++m)
        *reinterpret_cast<float4*>(&C[(row + m) * N + col]) = float4{sum[m][0], sum[m][1], sum[m][2], sum[m][3]};
}
