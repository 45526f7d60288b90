// expect: correctness, hazards
// Steps by the threads of one block, so every element past the first block is updated by several blocks.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n; i += blockDim.x)
        y[i] = a * x[i] + y[i];
}
