// expect: correctness, hazards
// Every thread begins with element 0, so one element a round is updated by all of them.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = 0; i < n; i += threads)
        y[i] = a * x[i] + y[i];
}
