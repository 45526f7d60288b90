// The same with the filter as a parameter: parameters are in constant memory as well, with nothing to declare or to fill.
constexpr int SIDE = 2 * RADIUS + 1;

struct Filter {
    float weight[SIDE * SIDE];
};

extern "C" __global__ void convolution_by_value(const float* __restrict__ in, float* __restrict__ out, int rows, int cols,
                                                const __grid_constant__ Filter filter)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || col >= cols)
        return;
    float sum = 0.0f;
    #pragma unroll
    for (int y = 0; y < SIDE; ++y)
        #pragma unroll
        for (int x = 0; x < SIDE; ++x) {
            int r = row + y - RADIUS;
            int c = col + x - RADIUS;
            if (r >= 0 && r < rows && c >= 0 && c < cols)
                sum += filter.weight[y * SIDE + x] * in[r * cols + c];
        }
    out[row * cols + col] = sum;
}
