// expect: correctness
// Brackets in the wrong place: the block and the thread are added before they are scaled.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = (blockIdx.x + threadIdx.x) * blockDim.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
