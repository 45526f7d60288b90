// expect: correctness
// gridDim.x is the number of blocks, not the size of one: neighbouring blocks overlap, and the end is not reached.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * gridDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
