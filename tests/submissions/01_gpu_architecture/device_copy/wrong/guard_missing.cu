// expect: correctness
// The first element of a thread is copied before anybody asked whether there is one.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

    int i = first;
    do {
        out[i] = in[i];
        i += stride;
    } while (i < n);
}
