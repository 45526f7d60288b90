// out[c][r] = in[r][c], in whole tiles of 32 x 32, each a block of 32 x 32 threads. A warp writes a row of the tile, and
// reads a column of it. Every element keeps its row of the tile; `kept_in` says in which of the 32 columns it lies there.

__device__ int kept_in(int row, int column)
{
    // TODO(1): mix the row into the column, so that the 32 elements of a column come to lie in 32 banks. (1 line)
    // BEGIN SOLUTION
    return column ^ row;
    // END SOLUTION
    // BEGIN STARTER
    //| return column;
    // END STARTER
}

extern "C" __global__ void first_swizzle(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[32][32];
    int x = threadIdx.x;    // the lane
    int y = threadIdx.y;
    int row = blockIdx.x * 32;    // where the tile begins in `in`
    int col = blockIdx.y * 32;

    tile[y][kept_in(y, x)] = in[(row + y) * cols + col + x];      // row y of the tile, column x
    __syncthreads();

    out[(col + y) * rows + row + x] = tile[x][kept_in(x, y)];     // row x of the tile, column y
}
