// expect: hazards
// Everything, the barrier too, inside the guard: threads beyond the last column end without having come to it.
extern "C" __global__ void column_reduce(const float* in, float* out, int rows, int cols)
{
    __shared__ float part[8][32];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * 32 + tx;
    if (col < cols) {
        float sum = 0.0f;
        for (int row = ty; row < rows; row += 8)
            sum += in[row * cols + col];
        part[ty][tx] = sum;
        __syncthreads();
        if (ty == 0) {
            float total = 0.0f;
            for (int k = 0; k < 8; ++k)
                total += part[k][tx];
            out[col] = total;
        }
    }
}
