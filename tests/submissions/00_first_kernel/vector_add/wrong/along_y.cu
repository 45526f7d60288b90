// expect: correctness
// threadIdx.y is 0 in a block of one dimension, so a block computes only its first element.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.y;

    if (i < n)
        c[i] = a[i] + b[i];
}
