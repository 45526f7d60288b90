// out[col] is the sum of a column, rows x cols, row-major. A thread takes up to EACH columns, a whole grid apart, and keeps
// their sums to itself until the end.

constexpr int EACH = 9;

extern "C" __global__ void unroll_it(const float* in, float* out, int rows, int cols)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    float sum[EACH] = {};
    for (int row = 0; row < rows; ++row) {
        // TODO(1): mend this. The sums are right, but they are in local memory: as long as this is a loop, k is a
        // register that changes, and sum[k] needs an address. (1 line)
        // BEGIN SOLUTION
        #pragma unroll
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
        // END SOLUTION
        // BEGIN STARTER
        //| #pragma unroll 1
        //| for (int k = 0; k < EACH; ++k)
        //|     if (me + k * threads < cols)
        //|         sum[k] += in[row * cols + me + k * threads];
        // END STARTER
    }

    #pragma unroll
    for (int k = 0; k < EACH; ++k)
        if (me + k * threads < cols)
            out[me + k * threads] = sum[k];
}
