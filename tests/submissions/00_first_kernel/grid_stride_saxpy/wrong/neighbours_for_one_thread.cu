// expect: global_sectors
// Each thread takes a run of neighbours: right, but the threads of a warp are then far apart in every round.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int share = (n + threads - 1) / threads;

    for (int i = first * share; i < (first + 1) * share && i < n; ++i)
        y[i] = a * x[i] + y[i];
}
