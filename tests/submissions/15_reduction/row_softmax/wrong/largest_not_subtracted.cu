// expect: correctness
// Exponentials of the elements themselves: beyond 88 they are infinite.

constexpr int BLOCK = 128;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned int ALL_LANES = 0xffffffff;

__device__ float reduced(float value, bool largest)
{
    __shared__ float parts[WARPS];
    for (int distance = 16; distance > 0; distance /= 2) {
        float other = __shfl_xor_sync(ALL_LANES, value, distance);
        value = largest ? fmaxf(value, other) : value + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int k = 1; k < WARPS; ++k)
        value = largest ? fmaxf(value, parts[k]) : value + parts[k];
    return value;
}

extern "C" __global__ void row_softmax(const float* in, float* out, int rows, int cols)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* from = in + row * cols;
        float* to = out + row * cols;
        float sum = 0.0f;
        for (int col = threadIdx.x; col < cols; col += BLOCK)
            sum += __expf(from[col]);
        sum = reduced(sum, false);
        for (int col = threadIdx.x; col < cols; col += BLOCK)
            to[col] = __expf(from[col]) / sum;
    }
}
