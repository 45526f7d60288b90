// C = beta * C: what is left of an SGEMM for K = 0, when the product is empty. C is M x N, its rows lie ldc apart.
// Each block has exactly N threads and takes one row, the grid has M blocks: every thread has one element.

extern "C" __global__ void scale_c(const float* A, const float* B, float* C, int M, int N, int K,
                                   int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.x;
    int col = threadIdx.x;

    // TODO(1): write beta times the old element. With beta = 0 do not read it: it may be NaN. (1 or 2 lines)
    // BEGIN SOLUTION
    C[row * ldc + col] = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    // END SOLUTION
}
