// expect: correctness
// The index ignores the block: all blocks compute the first elements, nobody the others.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
