// The 7-point stencil of a volume of nz planes, ny rows, nx columns: each element times weight[0], plus its neighbours in x
// times weight[1], in y times weight[2] and in z times weight[3]. Beyond the volume are zeros.
// A block of 32 x 8 threads marches along z. A thread keeps three elements of its column in registers: the one in the plane
// behind, the one here, and the one ahead. Only the plane here is in shared memory, for the neighbours in x and y. So an
// element is read once from global memory, or a few times where it belongs to the halo of other blocks.

constexpr int WIDE = 32;
constexpr int HIGH = 8;

__constant__ float weight[4];

// Element (x, y, z) of the volume, 0 if there is none.
__device__ float element(const float* in, int x, int y, int z, int nx, int ny, int nz)
{
    bool inside = x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
    return inside ? in[(z * ny + y) * nx + x] : 0.0f;
}

extern "C" __global__ void stencil3d_registers(const float* in, float* out, int nx, int ny, int nz)
{
    __shared__ float plane[HIGH + 2][WIDE + 2];    // with a halo of one element; nobody needs its corners
    int tx = threadIdx.x + 1;                      // this thread's place in it
    int ty = threadIdx.y + 1;
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;

    float behind = 0.0f;
    float here = element(in, x, y, 0, nx, ny, nz);

    for (int z = 0; z < nz; ++z) {
        // The halo of plane z, by the threads at the edges of the block.
        if (tx == 1)
            plane[ty][0] = element(in, x - 1, y, z, nx, ny, nz);
        if (tx == WIDE)
            plane[ty][WIDE + 1] = element(in, x + 1, y, z, nx, ny, nz);
        if (ty == 1)
            plane[0][tx] = element(in, x, y - 1, z, nx, ny, nz);
        if (ty == HIGH)
            plane[HIGH + 1][tx] = element(in, x, y + 1, z, nx, ny, nz);

        // TODO(1): load the element ahead, put the one that is here into the plane, and wait for each other. (3 lines)
        float ahead = 0.0f;
        // BEGIN SOLUTION
        ahead = element(in, x, y, z + 1, nx, ny, nz);
        plane[ty][tx] = here;
        __syncthreads();
        // END SOLUTION

        float sum = 0.0f;
        // TODO(2): the sum of the element, its four neighbours in the plane, and those behind and ahead, with the weight of
        // each axis. (about 4 lines)
        // BEGIN SOLUTION
        sum = weight[0] * here;
        sum += weight[1] * (plane[ty][tx - 1] + plane[ty][tx + 1]);
        sum += weight[2] * (plane[ty - 1][tx] + plane[ty + 1][tx]);
        sum += weight[3] * (behind + ahead);
        // END SOLUTION
        if (x < nx && y < ny)
            out[(z * ny + y) * nx + x] = sum;

        // TODO(3): go on to the next plane: move the registers by one, and let nobody fill the plane before all have read it.
        // (3 lines)
        // BEGIN SOLUTION
        behind = here;
        here = ahead;
        __syncthreads();
        // END SOLUTION
    }
}
