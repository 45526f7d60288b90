// expect: correctness, hazards
// The partial sums go to `out` one over the other; whoever comes last stays.

constexpr int COLUMNS = 32;
constexpr int PARTS = 8;

extern "C" __global__ void column_reduce(const float* in, float* out, int rows, int cols)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * COLUMNS + tx;

    float sum = 0.0f;
    if (col < cols)
        for (int row = ty; row < rows; row += PARTS)
            sum += in[row * cols + col];

    __shared__ float part[PARTS][COLUMNS];
    part[ty][tx] = sum;

    if (col < cols)
        out[col] = part[ty][tx];
}
