// expect: shared_wavefronts, global_sectors
// All seven elements come from global memory.

__constant__ float weight[4];

__device__ float element(const float* in, int x, int y, int z, int nx, int ny, int nz)
{
    bool inside = x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
    return inside ? in[(z * ny + y) * nx + x] : 0.0f;
}

extern "C" __global__ void stencil3d_registers(const float* in, float* out, int nx, int ny, int nz)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    for (int z = 0; z < nz && x < nx && y < ny; ++z) {
        float sum = weight[0] * element(in, x, y, z, nx, ny, nz);
        sum += weight[1] * (element(in, x - 1, y, z, nx, ny, nz) + element(in, x + 1, y, z, nx, ny, nz));
        sum += weight[2] * (element(in, x, y - 1, z, nx, ny, nz) + element(in, x, y + 1, z, nx, ny, nz));
        sum += weight[3] * (element(in, x, y, z - 1, nx, ny, nz) + element(in, x, y, z + 1, nx, ny, nz));
        out[(z * ny + y) * nx + x] = sum;
    }
}
