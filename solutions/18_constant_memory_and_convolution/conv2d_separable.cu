// A filter that is the product of two: the weight of the neighbour dy rows below and dx columns to the right is
// down[dy + RADIUS] * across[dx + RADIUS]. So rows are filtered first, and then the columns of that: 2 * (2 * RADIUS + 1)
// products an element in place of (2 * RADIUS + 1) squared, 18 in place of 81. Beyond the image are zeros.
// A block of 32 x 8 threads makes 32 x 32 results, and each thread four of them, 8 rows apart.

constexpr int RADIUS = 4;
constexpr int TILE = 32;
constexpr int ROWS = 8;                           // of threads
constexpr int WITH_HALO = TILE + 2 * RADIUS;

__constant__ float across[2 * RADIUS + 1];
__constant__ float down[2 * RADIUS + 1];

extern "C" __global__ void conv2d_separable(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[WITH_HALO][WITH_HALO];
    __shared__ float filtered[WITH_HALO][TILE];    // the rows of the tile after the first pass: without the halo on the sides
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int left = blockIdx.x * TILE;
    int top = blockIdx.y * TILE;

    for (int y = ty; y < WITH_HALO; y += ROWS)
        for (int x = tx; x < WITH_HALO; x += TILE) {
            int row = top - RADIUS + y;
            int col = left - RADIUS + x;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            tile[y][x] = inside ? in[row * cols + col] : 0.0f;
        }
    __syncthreads();

    // TODO(1): the first pass. Row y of `filtered` is row y of the tile, filtered by `across`. Every row of the tile is needed,
    // those of the halo, too. Then wait for each other. (about 7 lines)
    // BEGIN SOLUTION
    for (int y = ty; y < WITH_HALO; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += across[k] * tile[y][tx + k];
        filtered[y][tx] = sum;
    }
    __syncthreads();
    // END SOLUTION

    // TODO(2): the second pass, down the columns of `filtered` by `down`, for this thread's four results: rows ty, ty + ROWS
    // ... of the block's 32, column tx. Write those that `out` has. (about 8 lines)
    // BEGIN SOLUTION
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += down[k] * filtered[y + k][tx];
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = sum;
    }
    // END SOLUTION
}
