// expect: global_sectors
// Each thread takes a row of its own: right, but the lanes of a warp walk down a column, a sector each.

extern "C" __global__ void matvec(const float* A, const float* x, float* y, int M, int N, int lda)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M)
        return;

    float sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += A[row * lda + k] * x[k];
    y[row] = sum;
}
