// expect: correctness
// The index ignores the thread: all threads of a block compute the same element.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
