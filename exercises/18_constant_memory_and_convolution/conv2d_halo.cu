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

    int row = blockIdx.y * HIGH + threadIdx.y;
    int col = blockIdx.x * WIDE + threadIdx.x;

    // TODO(2): the sum of SIDE x SIDE products goes to out[row][col]; beyond the edges of `out` nothing does. (about 7 lines)
}
