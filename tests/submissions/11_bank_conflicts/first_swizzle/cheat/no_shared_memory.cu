// expect: shared_wavefronts, global_sectors
// Without a tile there is no conflict, and every lane reads a sector of its own.

extern "C" __global__ void first_swizzle(const float* in, float* out, int rows, int cols)
{
    int row = blockIdx.x * 32;
    int col = blockIdx.y * 32;
    out[(col + threadIdx.y) * rows + row + threadIdx.x] = in[(row + threadIdx.x) * cols + col + threadIdx.y];
}
