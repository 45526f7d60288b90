// expect: correctness
// A do-while loop asks after the first element: a thread beyond the end has touched it by then.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int i = first;
    do {
        y[i] = a * x[i] + y[i];
        i += threads;
    } while (i < n);
}
