// Matrix times vector, y = A * x, for 16 rows of 96 columns: 2 * 16 * 96 = 3,072 FLOP. One warp does it all. It keeps
// the sums of ROWS rows at the same time, so that one load of x serves all of them.
// A and x begin at a sector, lda is 96. Predict first: put numbers for the question marks, then check.
#define ROWS 2    // rows at the same time. 1, 4 and 8 are questions of their own; change nothing else

// TODO(1): your predictions, for the whole product. Then, for yourself: 3,072 FLOP / (32 * both together) is the FLOP
// per byte of sectors loaded. With ROWS 1 it is 0.25. How far can more rows take it? (2 numbers)
// BEGIN SOLUTION
// PREDICT(1): sectors of the loads of A = 192
// PREDICT(2): sectors of the loads of x = 96
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): sectors of the loads of A = ?
//| // PREDICT(2): sectors of the loads of x = ?
// END STARTER

constexpr int WARP = 32;

__device__ float warp_sum(float value)
{
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void count_traffic(const float* A, const float* x, float* y, int M, int N, int lda)
{
    int lane = threadIdx.x;

    for (int row = 0; row < M; row += ROWS) {
        float sum[ROWS] = {};
        for (int k = lane; k < N; k += WARP) {
            float factor = x[k];
            #pragma unroll
            for (int r = 0; r < ROWS; ++r)
                sum[r] += A[(row + r) * lda + k] * factor;
        }
        #pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            float total = warp_sum(sum[r]);
            if (lane == 0)
                y[row + r] = total;
        }
    }
}
