// expect: correctness
// One element a thread: right only if the grid has at least n threads.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    if (first < n)
        y[first] = a * x[first] + y[first];
}
