// expect: global_sectors
// The turn happens in global memory: a warp reads down a column of `in`.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int out_row = blockIdx.y * TILE + ty;
    int out_col = blockIdx.x * TILE + tx;

    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            tile[ty + i][tx] = in[out_col * cols + out_row + i];

    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[ty + i][tx];
}
