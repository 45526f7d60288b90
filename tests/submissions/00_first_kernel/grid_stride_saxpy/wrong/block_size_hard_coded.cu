// expect: correctness
// 128 is the size of the block today; with smaller blocks the step is too long.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n; i += gridDim.x * 128)
        y[i] = a * x[i] + y[i];
}
