// expect: resources
// A spare word in each row instead of a swizzle: no conflicts, but more than 4,096 bytes.

extern "C" __global__ void first_swizzle(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[32][33];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int row = blockIdx.x * 32;
    int col = blockIdx.y * 32;

    tile[y][x] = in[(row + y) * cols + col + x];
    __syncthreads();

    out[(col + y) * rows + row + x] = tile[x][y];
}
