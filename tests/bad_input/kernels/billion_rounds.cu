// fails: correctness
// says: does not come to an end
// slow

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    unsigned state = M;
    for (unsigned i = 0; i < 1000000000u; ++i) {
        state = state * 1664525u + 1013904223u;
        state ^= state >> 3;
    }
    C[0] = state;
}
