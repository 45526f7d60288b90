// expect: global_sectors
// Each value goes to global memory with an atomic, although no other thread ever touches this sum.

constexpr int BUCKETS = 8;

extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;

    for (int k = 0; k < BUCKETS; ++k)
        sums[k * cols + col] = 0.0f;
    for (int row = 0; row < rows; ++row) {
        int key = keys[row * cols + col];
        float value = values[row * cols + col];
        atomicAdd(&sums[key * cols + col], value);
    }
}
