// expect: shared_wavefronts, global_sectors
// Without a tile there is no conflict, and every lane reads a sector of its own.

extern "C" __global__ void first_swizzle(const float* in, float* out, int rows, int cols)
{
    out[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x * 32 + threadIdx.y];
}
