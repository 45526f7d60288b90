// expect: global_sectors
// Numbers the blocks first and the threads second: right, but neighbouring threads have elements far apart.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = threadIdx.x * gridDim.x + blockIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
