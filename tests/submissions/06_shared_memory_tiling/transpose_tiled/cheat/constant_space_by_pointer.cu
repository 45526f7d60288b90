// expect: correctness
// Reads columns through constant space, where sectors are not counted, and uses its tile for show.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

__device__ float uncounted(const float* from)
{
    float value;
    asm("{.reg .u64 p; cvta.to.const.u64 p, %1; ld.const.f32 %0, [p];}" : "=f"(value) : "l"(from));
    return value;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    __shared__ volatile float tile[TILE * BLOCK_ROWS];
    int thread = threadIdx.y * TILE + threadIdx.x;
    tile[thread] = 0.0f;

    int out_row = blockIdx.y * TILE + threadIdx.y;
    int out_col = blockIdx.x * TILE + threadIdx.x;
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = uncounted(in + out_col * cols + out_row + i) + tile[thread];
}
