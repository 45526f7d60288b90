// expect: shared_wavefronts, global_sectors
// Straight from `in` to `out`: every warp writes down a column, one sector a lane.

extern "C" __global__ void transpose_swizzled(const float* in, float* out, int rows, int cols)
{
    int row = blockIdx.x * 32 + threadIdx.y;
    int col = blockIdx.y * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8)
        if (row + i < rows && col < cols)
            out[col * rows + row + i] = in[(row + i) * cols + col];
}
