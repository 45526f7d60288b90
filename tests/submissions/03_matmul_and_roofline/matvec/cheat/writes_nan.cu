// expect: correctness
// NaN in every element: a comparison written the wrong way round would let it pass.

extern "C" __global__ void matvec(const float* A, const float* x, float* y, int M, int N, int lda)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row < M)
        y[row] = __int_as_float(0x7fffffff);
}
