// expect: correctness
// The sums are right, but the keys come back as zeros.

constexpr int BUCKETS = 8;

extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;

    float sum[BUCKETS] = {};
    for (int row = 0; row < rows; ++row) {
        int key = keys[row * cols + col];
        const_cast<int*>(keys)[row * cols + col] = 0;
        float value = values[row * cols + col];
        #pragma unroll
        for (int k = 0; k < BUCKETS; ++k)
            if (k == key)
                sum[k] += value;
    }

    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket];
}
