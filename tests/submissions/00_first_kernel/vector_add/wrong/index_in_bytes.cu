// expect: correctness
// Multiplies by the size of a float, which the brackets do by themselves: three of four elements are left out.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * sizeof(float);

    if (i < n)
        c[i] = a[i] + b[i];
}
