// expect: correctness, hazards
// 2 is the size of the grid today; with more blocks elements are updated twice, with fewer some are left out.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n; i += 2 * blockDim.x)
        y[i] = a * x[i] + y[i];
}
