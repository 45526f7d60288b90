// The sum of two vectors: c[i] = a[i] + b[i] for every i from 0 to n - 1. One thread, one element.
// A grid is made of whole blocks, so it may hold more threads than there are elements, and any size of block may come.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    // TODO(1): which element belongs to this thread? Number the threads through the whole grid. (1 line)
    // BEGIN SOLUTION
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // END SOLUTION

    // TODO(2): write that element of c, if the vectors have it. (2 lines)
    // BEGIN SOLUTION
    if (i < n)
        c[i] = a[i] + b[i];
    // END SOLUTION
}
