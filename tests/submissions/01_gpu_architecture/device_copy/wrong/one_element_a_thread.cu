// expect: correctness
// A guard and no loop: what lies beyond the threads of the grid is never copied.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid

    if (first < n)
        out[first] = in[first];
}
