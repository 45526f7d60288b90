// expect: determinism
// Each warp has a quarter of the row; of the warps that have the largest value the first to come writes. Which one is that?

constexpr int BLOCK = 128;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned int ALL_LANES = 0xffffffff;

extern "C" __global__ void argmax(const float* in, int* where, int rows, int cols)
{
    __shared__ float values[WARPS];
    __shared__ int taken;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int quarter = (cols + BLOCK - 1) / BLOCK * 32;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float value = -INFINITY;
        int column = 0x7fffffff;
        for (int k = lane; k < quarter; k += 32) {
            int col = warp * quarter + k;
            float other = col < cols ? in[row * cols + col] : -INFINITY;
            column = other > value ? col : column;
            value = fmaxf(value, other);
        }
        for (int distance = 16; distance > 0; distance /= 2) {
            float other = __shfl_down_sync(ALL_LANES, value, distance);
            int from = __shfl_down_sync(ALL_LANES, column, distance);
            bool wins = other > value || (other == value && from < column);
            value = wins ? other : value;
            column = wins ? from : column;
        }
        if (lane == 0)
            values[warp] = value;
        if (threadIdx.x == 0)
            taken = 0;
        __syncthreads();
        float largest = fmaxf(fmaxf(values[0], values[1]), fmaxf(values[2], values[3]));
        if (lane == 0 && value == largest && atomicExch(&taken, 1) == 0)
            where[row] = column;
        __syncthreads();
    }
}
