// expect: correctness
// The number of rounds is right, but in the last one nobody asks whether the element exists.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int rounds = (n + threads - 1) / threads;

    for (int round = 0; round < rounds; ++round) {
        int i = first + round * threads;
        y[i] = a * x[i] + y[i];
    }
}
