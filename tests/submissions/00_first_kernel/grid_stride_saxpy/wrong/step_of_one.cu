// expect: correctness, hazards
// Each thread walks over all that follows its first element, as a loop in C would.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n; ++i)
        y[i] = a * x[i] + y[i];
}
