// expect: correctness, hazards
// Each thread moves one element; three quarters of every tile are missing.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // Where this thread reads: rows row, row + 8, row + 16 and row + 24 of `in`.
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;

    if (row < rows && col < cols)
        tile[ty][tx] = in[row * cols + col];

    // Where this thread writes: the block's tile has its place in `out` with x and y swapped, the thread has not.
    int out_row = blockIdx.y * TILE + ty;
    int out_col = blockIdx.x * TILE + tx;

    __syncthreads();
    if (out_row < cols && out_col < rows)
        out[out_row * rows + out_col] = tile[tx][ty];
}
