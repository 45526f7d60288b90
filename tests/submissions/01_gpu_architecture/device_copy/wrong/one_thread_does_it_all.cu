// expect: global_sectors
// One thread walks through the array: a whole sector for every element, and one lane of thousands at work.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid

    if (first == 0)
        for (int i = 0; i < n; ++i)
            out[i] = in[i];
}
