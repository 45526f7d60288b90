// fails: correctness
// says: does not come to an end
// slow

__device__ int ready;

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    if (blockIdx.x == 0) {
        while (*static_cast<volatile int*>(&ready) == 0) {
        }
    } else {
        ready = 1;
    }
    C[0] = 1.0f;
}
