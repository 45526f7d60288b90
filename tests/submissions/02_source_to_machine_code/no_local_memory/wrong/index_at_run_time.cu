// expect: resources
// Right sums, but sum[key] needs an address, and only memory has addresses: 32 bytes of local memory a thread.

constexpr int BUCKETS = 8;

extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;

    float sum[BUCKETS] = {};
    for (int row = 0; row < rows; ++row) {
        int key = keys[row * cols + col];
        float value = values[row * cols + col];
        sum[key] += value;
    }

    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket];
}
