// A filter of SIDE x SIDE weights over an image of rows x cols: the weight of the neighbour dy rows below and dx columns to
// the right is filter[(dy + RADIUS) * SIDE + dx + RADIUS], with dy and dx from -RADIUS to RADIUS. Beyond the image are zeros.
// The filter is in constant memory. A block of 32 x 8 threads makes a tile of as many results, for which it needs a halo of
// RADIUS elements on all sides, corners included.

constexpr int RADIUS = 2;
constexpr int SIDE = 2 * RADIUS + 1;
constexpr int WIDE = 32;
constexpr int HIGH = 8;

__constant__ float filter[SIDE * SIDE];

extern "C" __global__ void conv2d_halo(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS];
    int left = blockIdx.x * WIDE - RADIUS;    // row and column of the image that belong into tile[0][0]
    int top = blockIdx.y * HIGH - RADIUS;

    // TODO(1): fill the tile, halo and all, with 0 for what lies beyond the image, and wait for each other. (about 8 lines)
    // BEGIN SOLUTION
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int row = top + y;
            int col = left + x;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            tile[y][x] = inside ? in[row * cols + col] : 0.0f;
        }
    __syncthreads();
    // END SOLUTION

    int row = blockIdx.y * HIGH + threadIdx.y;
    int col = blockIdx.x * WIDE + threadIdx.x;

    // TODO(2): the sum of SIDE x SIDE products goes to out[row][col]; beyond the edges of `out` nothing does. (about 7 lines)
    // BEGIN SOLUTION
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = 0; y < SIDE; ++y)
            for (int x = 0; x < SIDE; ++x)
                sum += filter[y * SIDE + x] * tile[threadIdx.y + y][threadIdx.x + x];
        out[row * cols + col] = sum;
    }
    // END SOLUTION
}
