// expect: global_sectors
// One accumulator and no array at all, but the whole table is read eight times.

constexpr int BUCKETS = 8;

extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;

    for (int bucket = 0; bucket < BUCKETS; ++bucket) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row)
            if (keys[row * cols + col] == bucket)
                sum += values[row * cols + col];
        sums[bucket * cols + col] = sum;
    }
}
