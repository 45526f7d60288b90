// fails: correctness
// says: the stack is full

__device__ __noinline__ int depth(int n)
{
    volatile int here = n;
    return depth(n + 1) + here;
}

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    C[0] = depth(M);
}
