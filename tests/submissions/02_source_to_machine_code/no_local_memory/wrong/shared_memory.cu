// expect: resources
// Out of local memory and into shared memory: 4,096 bytes a block that other kernels or larger blocks would need.

constexpr int BUCKETS = 8;

extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;

    __shared__ float sum[BUCKETS][128];
    for (int k = 0; k < BUCKETS; ++k)
        sum[k][threadIdx.x] = 0.0f;
    for (int row = 0; row < rows; ++row) {
        int key = keys[row * cols + col];
        float value = values[row * cols + col];
        sum[key][threadIdx.x] += value;
    }

    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket][threadIdx.x];
}
