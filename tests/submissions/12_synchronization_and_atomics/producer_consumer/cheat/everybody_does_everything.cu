// expect: machine_code
// Block barriers, and all warps bring and use tiles: right, and nobody goes ahead.

constexpr int TILE = 64;

extern "C" __global__ void producer_consumer(const float* in, float* out, int n)
{
    __shared__ float tile[2][TILE];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
        if (t < TILE)
            tile[k % 2][t] = in[k * TILE + t];
        __syncthreads();
        if (t < TILE)
            sum += tile[k % 2][TILE - 1 - t];
    }
    if (t < TILE)
        out[t] = sum;
}
