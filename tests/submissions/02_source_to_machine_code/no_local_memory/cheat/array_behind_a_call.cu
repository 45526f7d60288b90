// expect: resources
// The stack frame is moved into a function that is not inlined: the resources of a kernel include what it calls.

constexpr int BUCKETS = 8;

__device__ __noinline__ void add(float* sum, int key, float value)
{
    sum[key] += value;
}

extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;

    float sum[BUCKETS] = {};
    for (int row = 0; row < rows; ++row) {
        int key = keys[row * cols + col];
        float value = values[row * cols + col];
        add(sum, key, value);
    }

    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket];
}
