// Sums by key, column by column: a table of values and a table of keys of the same shape, rows x cols, row-major.
// sums[k][c] is the sum of those values of column c whose key is k, where k is 0 .. 7. A thread owns a column and keeps
// its eight sums to itself until the end, so that nothing has to be shared and nothing races.

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
        // TODO(1): add value to the sum of its key. Whatever stands between the brackets of sum must be known to the
        // compiler: a register has no address, so an index that is known only at run time sends sum to local memory.
        // (about 4 lines)
        // BEGIN SOLUTION
        #pragma unroll
        for (int k = 0; k < BUCKETS; ++k)
            if (k == key)
                sum[k] += value;
        // END SOLUTION
        // BEGIN STARTER
        //| sum[key] += value;
        // END STARTER
    }

    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket];
}
