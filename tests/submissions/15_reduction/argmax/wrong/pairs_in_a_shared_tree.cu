// expect: barriers, resources
// Pairs of all threads in shared memory, and a tree: right, with seven barriers more.

constexpr int BLOCK = 128;

extern "C" __global__ void argmax(const float* in, int* where, int rows, int cols)
{
    __shared__ float values[BLOCK];
    __shared__ int columns[BLOCK];
    int tid = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float value = -INFINITY;
        int column = 0x7fffffff;
        for (int col = tid; col < cols; col += BLOCK)
            if (in[row * cols + col] > value) {
                value = in[row * cols + col];
                column = col;
            }
        values[tid] = value;
        columns[tid] = column;
        for (int s = BLOCK / 2; s > 0; s /= 2) {
            __syncthreads();
            if (tid < s) {
                float other = values[tid + s];
                if (other > values[tid] || (other == values[tid] && columns[tid + s] < columns[tid])) {
                    values[tid] = other;
                    columns[tid] = columns[tid + s];
                }
            }
        }
        if (tid == 0)
            where[row] = columns[0];
        __syncthreads();
    }
}
