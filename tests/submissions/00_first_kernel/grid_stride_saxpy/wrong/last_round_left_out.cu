// expect: correctness
// n / threads rounds: the division rounds down, and the last, ragged round is never done.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    for (int round = 0; round < n / threads; ++round) {
        int i = first + round * threads;
        y[i] = a * x[i] + y[i];
    }
}
