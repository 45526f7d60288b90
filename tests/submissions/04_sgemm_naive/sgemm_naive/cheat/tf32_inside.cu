// expect: correctness
// Operands cut to the 10 mantissa bits of TF32, as a tensor core would take them.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += to_tf32(A[row * lda + k]) * to_tf32(B[k * ldb + col]);

// INSTEAD OF
extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
// WRITE
__device__ float to_tf32(float x)
{
    return __uint_as_float(__float_as_uint(x) & 0xffffe000u);
}

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
