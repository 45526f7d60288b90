// expect: correctness
// n / threads neighbours for each thread: the division rounds down, and the remainder has no owner.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int share = n / threads;

    for (int i = first * share; i < (first + 1) * share; ++i)
        y[i] = a * x[i] + y[i];
}
