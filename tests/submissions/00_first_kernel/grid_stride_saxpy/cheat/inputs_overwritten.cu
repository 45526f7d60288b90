// expect: correctness
// x comes back as zeros, whatever y holds.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    for (int i = first; i < n; i += threads) {
        y[i] = a * x[i] + y[i];
        const_cast<float*>(x)[i] = 0.0f;
    }
}
