// expect: resources
// A spare word in each row instead of a swizzle: no conflicts, but more than 4,096 bytes.

extern "C" __global__ void first_swizzle(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[32][33];
    int x = threadIdx.x;
    int y = threadIdx.y;

    tile[y][x] = in[y * 32 + x];
    __syncthreads();

    out[y * 32 + x] = tile[x][y];
}
