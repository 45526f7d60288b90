// fails: compiles
// says: `main` is host code

#include <stdio.h>

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    C[blockIdx.x * blockDim.x + threadIdx.x] = 0.0f;
}

int main()  // <- here
{
    float* device;
    cudaMalloc(&device, 64 * 64 * sizeof(float));
    sgemm_tiled<<<dim3(4, 4), dim3(16, 16)>>>(device, device, device, 64, 64, 64, 64, 64, 64, 1.0f, 0.0f);
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
