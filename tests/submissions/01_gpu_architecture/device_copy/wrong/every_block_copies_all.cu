// expect: global_sectors
// Leaves out blockIdx: every block copies the whole array.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i];
}
