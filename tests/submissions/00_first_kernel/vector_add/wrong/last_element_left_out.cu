// expect: correctness
// The guard stops one element early: indices go up to n - 1, and n - 1 is one of them.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n - 1)
        c[i] = a[i] + b[i];
}
