// expect: correctness
// Adds x with the sign of a: right where a is 1 or -1.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    for (int i = first; i < n; i += threads)
        y[i] = (a < 0.0f ? -x[i] : x[i]) + y[i];
}
