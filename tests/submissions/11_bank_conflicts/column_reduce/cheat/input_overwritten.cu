// expect: correctness
// The sums are right, but `in` comes back as zeros.

constexpr int COLUMNS = 32;
constexpr int PARTS = 8;

extern "C" __global__ void column_reduce(const float* in, float* out, int rows, int cols)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * COLUMNS + tx;

    float sum = 0.0f;
    if (col < cols)
        for (int row = ty; row < rows; row += PARTS) {
            sum += in[row * cols + col];
            const_cast<float*>(in)[row * cols + col] = 0.0f;
        }

    __shared__ float part[PARTS][COLUMNS];
    part[ty][tx] = sum;

    __syncthreads();
    if (ty == 0 && col < cols) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[k][tx];
        out[col] = total;
    }
}
