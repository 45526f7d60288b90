// fails: correctness
// says: memory that nobody will write any more
// slow

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    __shared__ volatile int go;
    go = 1;
    while (go) {
    }
    C[0] = 1.0f;
}
