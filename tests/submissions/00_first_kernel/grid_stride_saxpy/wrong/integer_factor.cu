// expect: correctness
// The factor passes through an int: 1.5 becomes 1.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int factor = a;

    for (int i = first; i < n; i += threads)
        y[i] = factor * x[i] + y[i];
}
