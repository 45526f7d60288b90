// A filter of (2 * RADIUS + 1)^2 weights, all elements from global memory. MEMORY: where the filter is, __device__ (global
// memory) or __constant__. UNROLL: 1 for loops as they are written, otherwise as many rounds at a time.
constexpr int SIDE = 2 * RADIUS + 1;

MEMORY float filter[SIDE * SIDE];

extern "C" __global__ void convolution_direct(const float* __restrict__ in, float* __restrict__ out, int rows, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || col >= cols)
        return;
    float sum = 0.0f;
    #pragma unroll UNROLL
    for (int y = 0; y < SIDE; ++y)
        #pragma unroll UNROLL
        for (int x = 0; x < SIDE; ++x) {
            int r = row + y - RADIUS;
            int c = col + x - RADIUS;
            if (r >= 0 && r < rows && c >= 0 && c < cols)
                sum += filter[y * SIDE + x] * in[r * cols + c];
        }
    out[row * cols + col] = sum;
}
