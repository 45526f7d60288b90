// expect: correctness
// A block that does not fit whole does nothing, so the last n % blockDim.x elements are never written.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if ((blockIdx.x + 1) * blockDim.x <= n)
        c[i] = a[i] + b[i];
}
