// expect: resources
// Padding cures the conflict, but takes 128 bytes that are not there.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void transpose_swizzled(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // Where this thread reads: rows row, row + 8, row + 16 and row + 24 of `in`.
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;

    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx] = in[(row + i) * cols + col];

    // Where this thread writes: the block's tile has its place in `out` with x and y swapped, the thread has not.
    int out_row = blockIdx.y * TILE + ty;
    int out_col = blockIdx.x * TILE + tx;

    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][ty + i];
}
