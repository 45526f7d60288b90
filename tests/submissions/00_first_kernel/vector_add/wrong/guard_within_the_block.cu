// expect: correctness
// The guard looks at the number within the block; what may be too large is the one within the grid.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x < n)
        c[i] = a[i] + b[i];
}
