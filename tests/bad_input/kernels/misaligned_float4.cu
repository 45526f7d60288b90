// fails: correctness
// says: no multiple of 16

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    __shared__ float tile[64];
    tile[threadIdx.x] = A[0];
    __syncthreads();
    const float4 four = *reinterpret_cast<const float4*>(tile + M);  // <- here
    C[0] = four.x + four.y * four.z + four.w;
}
