// expect: correctness
// NaN in every element: a comparison written the wrong way round would let it pass.

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    int row = blockIdx.y * 32 + threadIdx.y;
    int col = blockIdx.x * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8)
        if (row + i < cols && col < rows)
            out[(row + i) * rows + col] = __int_as_float(0x7fffffff);
}
