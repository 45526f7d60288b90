// expect: correctness
// Computes half of the elements; the other half takes the value of the neighbour.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int from = i / 2 * 2;

    if (i < n)
        c[i] = a[from] + b[from];
}
