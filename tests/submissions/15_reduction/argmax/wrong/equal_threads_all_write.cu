// expect: correctness, hazards
// Finds the largest value first, and then every thread that has it writes its column.

constexpr int BLOCK = 128;

extern "C" __global__ void argmax(const float* in, int* where, int rows, int cols)
{
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float largest = -INFINITY;
        for (int col = tid; col < cols; col += BLOCK)
            largest = fmaxf(largest, in[row * cols + col]);
        part[tid] = largest;
        for (int s = BLOCK / 2; s > 0; s /= 2) {
            __syncthreads();
            if (tid < s)
                part[tid] = fmaxf(part[tid], part[tid + s]);
        }
        __syncthreads();
        for (int col = tid; col < cols; col += BLOCK)
            if (in[row * cols + col] == part[0])
                where[row] = col;
        __syncthreads();
    }
}
