// expect: correctness, hazards
// All lanes write to y[row], and only lane 0 has the whole sum.

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
    for (int k = lane; k < N; k += WARP)
        sum += A[row * lda + k] * x[k];

    sum = warp_sum(sum);
    y[row] = sum;
}
