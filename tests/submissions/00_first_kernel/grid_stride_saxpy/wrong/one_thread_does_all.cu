// expect: global_sectors
// The loop of a C program in a single thread: right, and all others stand by.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < n; ++i)
            y[i] = a * x[i] + y[i];
}
