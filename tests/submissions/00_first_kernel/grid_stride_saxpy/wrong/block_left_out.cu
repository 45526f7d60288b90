// expect: correctness, hazards
// Every block begins with element 0, and all update the same elements.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    for (int i = first; i < n; i += threads)
        y[i] = a * x[i] + y[i];
}
