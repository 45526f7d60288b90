// C = A B, all row-major and dense. A thread owns two outputs of one column, in the rows `row` and `row` + 1, and so
// needs each value of its column of B only once for both. A block of 32 threads owns two rows of 32 columns.

extern "C" __global__ void two_outputs(const float* A, const float* B, float* C, int M, int N, int K)
{
    int row = blockIdx.y * 2;    // M is even
    int col = blockIdx.x * 32 + threadIdx.x;
    if (col >= N)
        return;

    float upper = 0.0f, lower = 0.0f;
    for (int k = 0; k < K; ++k) {
        // TODO(1): read one value of B, in row k of this thread's column. Multiply it with the value in column k of A of
        // either row, and add the products to the two sums. (3 lines)
        // BEGIN SOLUTION
        float b = B[k * N + col];
        upper += A[row * K + k] * b;
        lower += A[(row + 1) * K + k] * b;
        // END SOLUTION
    }

    C[row * N + col] = upper;
    C[(row + 1) * N + col] = lower;
}
