// Matrix times vector: y = A * x. A is row-major with M rows and N columns, rows lie lda floats apart.
// One warp computes one element of y: its 32 lanes share the products of a row among them, then add up their sums.

constexpr int WARP = 32;

// The sum of the values of all 32 lanes, in lane 0. All lanes of the warp must call it together.
__device__ float warp_sum(float value)
{
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void matvec(const float* A, const float* x, float* y, int M, int N, int lda)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int row = thread / WARP;
    int lane = thread % WARP;
    if (row >= M)
        return; // the whole warp leaves, because its lanes have the same row

    float sum = 0.0f;
    // TODO(1): add this lane's share of the products of the row to sum. Each product belongs to one lane,
    // and the lanes of the warp read neighbours. (about 2 lines)
    // BEGIN SOLUTION
    for (int k = lane; k < N; k += WARP)
        sum += A[row * lda + k] * x[k];
    // END SOLUTION

    sum = warp_sum(sum);
    if (lane == 0)
        y[row] = sum;
}
