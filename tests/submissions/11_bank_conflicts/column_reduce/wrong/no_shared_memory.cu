// expect: shared_wavefronts
// One thread a column: right, coalesced, and seven of eight warps have nothing to do.

extern "C" __global__ void column_reduce(const float* in, float* out, int rows, int cols)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    if (threadIdx.y == 0 && col < cols) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row)
            sum += in[row * cols + col];
        out[col] = sum;
    }
}
