// The same from a tile with its halo, filter in constant memory. A block of 32 x 8 threads makes 32 x (8 * ROWS) results; the
// ROWS results of a thread lie one below the other, so that a word of the tile is read once for all of them.
constexpr int SIDE = 2 * RADIUS + 1;
constexpr int WIDE = 32;
constexpr int HIGH = 8 * ROWS;

__constant__ float filter[SIDE * SIDE];

extern "C" __global__ void __launch_bounds__(256) convolution_tile(const float* __restrict__ in, float* __restrict__ out,
                                                                   int rows, int cols)
{
    __shared__ float tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS];
    int left = blockIdx.x * WIDE;
    int top = blockIdx.y * HIGH;
    int tx = threadIdx.x;
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += 8)
        for (int x = tx; x < WIDE + 2 * RADIUS; x += WIDE) {
            int row = top + y - RADIUS;
            int col = left + x - RADIUS;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            tile[y][x] = inside ? in[row * cols + col] : 0.0f;
        }
    __syncthreads();

    int first = threadIdx.y * ROWS;
    float sum[ROWS] = {};
    #pragma unroll
    for (int y = 0; y < ROWS + 2 * RADIUS; ++y)
        #pragma unroll
        for (int x = 0; x < SIDE; ++x) {
            float element = tile[first + y][tx + x];
            #pragma unroll
            for (int r = 0; r < ROWS; ++r)
                if (y - r >= 0 && y - r < SIDE)
                    sum[r] += filter[(y - r) * SIDE + x] * element;
        }
    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (top + first + r < rows && left + tx < cols)
            out[(top + first + r) * cols + left + tx] = sum[r];
}
