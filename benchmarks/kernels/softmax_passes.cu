// Softmax of rows in three passes: the largest, the sum, the results; the row is read three times.
__device__ float reduced(float value, bool largest)
{
    __shared__ float parts[4];
    for (int distance = 16; distance > 0; distance /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, distance);
        value = largest ? fmaxf(value, other) : value + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int k = 1; k < 4; ++k)
        value = largest ? fmaxf(value, parts[k]) : value + parts[k];
    return value;
}

extern "C" __global__ void softmax_passes(const float* in, float* out, int rows, int cols)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* from = in + row * cols;
        float* to = out + row * cols;
        float largest = -INFINITY;
        for (int col = threadIdx.x; col < cols; col += 128)
            largest = fmaxf(largest, from[col]);
        largest = reduced(largest, true);
        float sum = 0.0f;
        for (int col = threadIdx.x; col < cols; col += 128)
            sum += __expf(from[col] - largest);
        sum = reduced(sum, false);
        for (int col = threadIdx.x; col < cols; col += 128)
            to[col] = __expf(from[col] - largest) / sum;
    }
}
