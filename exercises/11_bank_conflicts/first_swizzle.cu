// out[c][r] = in[r][c] for one matrix of 32 x 32, one block of 32 x 32 threads. A warp writes a row of the tile, and reads
// a column of it. Every element keeps its row of the tile; `kept_in` says in which of the 32 columns it is kept there.

__device__ int kept_in(int row, int column)
{
    // TODO(1): mix the row into the column, so that the 32 elements of a column come to lie in 32 banks. (1 line)
    return column;
}

extern "C" __global__ void first_swizzle(const float* in, float* out, int rows, int cols)    // both 32
{
    __shared__ float tile[32][32];
    int x = threadIdx.x;    // the lane
    int y = threadIdx.y;

    tile[y][kept_in(y, x)] = in[y * 32 + x];     // row y, column x
    __syncthreads();

    out[y * 32 + x] = tile[x][kept_in(x, y)];    // row x, column y
}
