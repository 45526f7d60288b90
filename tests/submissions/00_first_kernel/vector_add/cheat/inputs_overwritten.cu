// expect: correctness
// Puts the sum into a as well: whoever compares c with a afterwards sees them agree.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        c[i] = a[i] + b[i];
        const_cast<float*>(a)[i] = c[i];
    }
}
