// expect: shared_wavefronts, global_sectors
// Eight neighbouring threads share a column: a warp touches eight rows, half of each sector for nothing.

constexpr int COLUMNS = 32;
constexpr int PARTS = 8;

extern "C" __global__ void column_reduce(const float* in, float* out, int rows, int cols)
{
    __shared__ float part[COLUMNS * PARTS];
    int thread = threadIdx.y * 32 + threadIdx.x;
    int column = thread / PARTS;
    int first = thread % PARTS;
    int col = blockIdx.x * COLUMNS + column;

    float sum = 0.0f;
    if (col < cols)
        for (int row = first; row < rows; row += PARTS)
            sum += in[row * cols + col];
    part[thread] = sum;
    __syncthreads();

    if (first == 0 && col < cols) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[thread + k];
        out[col] = total;
    }
}
