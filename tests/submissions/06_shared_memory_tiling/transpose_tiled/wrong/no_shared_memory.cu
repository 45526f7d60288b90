// expect: shared_wavefronts, global_sectors
// Straight from `in` to `out`: every warp writes down a column, one sector a lane.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    int row = blockIdx.x * TILE + threadIdx.y;
    int col = blockIdx.y * TILE + threadIdx.x;
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            out[col * rows + row + i] = in[(row + i) * cols + col];
}
