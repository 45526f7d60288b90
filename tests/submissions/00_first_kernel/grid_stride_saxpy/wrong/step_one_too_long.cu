// expect: correctness
// The step is one longer than the number of threads: one element is left out in every round.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    for (int i = first; i < n; i += threads + 1)
        y[i] = a * x[i] + y[i];
}
