// expect: correctness
// The index is a short, which counts to 32,767: in a grid with more threads it turns negative.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
