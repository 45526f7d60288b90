// expect: correctness, hazards
// Steps by the number of blocks, which is not the number of threads.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n; i += gridDim.x)
        y[i] = a * x[i] + y[i];
}
