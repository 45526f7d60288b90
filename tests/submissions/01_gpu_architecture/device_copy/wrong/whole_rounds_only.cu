// expect: correctness
// Copies n / stride whole rounds; the last round is lost unless it is full.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

    for (int round = 0; round < n / stride; ++round)
        out[round * stride + first] = in[round * stride + first];
}
