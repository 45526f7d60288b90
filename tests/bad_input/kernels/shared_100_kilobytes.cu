// fails: compiles
// says: declares 102,400 bytes of static shared memory per block; the limit is 49,152 bytes

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float tile[160][160];  // <- here
    tile[threadIdx.y][threadIdx.x] = A[0];
    __syncthreads();
    C[row * ldc + col] = tile[threadIdx.x][threadIdx.y];
}
