// expect: correctness
// Numbers the threads from 1, as people do: element 0 is never written.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;

    if (i < n)
        c[i] = a[i] + b[i];
}
