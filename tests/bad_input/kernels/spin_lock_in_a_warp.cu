// fails: correctness
// says:
// slow

__device__ int lock;

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    C[0] += 1.0f;
    __threadfence();
    atomicExch(&lock, 0);
}
