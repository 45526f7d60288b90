// expect: correctness
// The fragments are rounded to bfloat16: right on whole numbers, wrong on all others.

// TODO(1)
        float a[TM], b[TN];
#pragma unroll
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < M ? rounded(A[(row + m) * lda + k]) : 0.0f;
#pragma unroll
        for (int n = 0; n < TN; ++n)
            b[n] = col + n < N ? rounded(B[k * ldb + col + n]) : 0.0f;
#pragma unroll
        for (int m = 0; m < TM; ++m)
#pragma unroll
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];

// INSTEAD OF
extern "C" __global__ void outer_product_4x4(const float* A, const float* B, float* C, int M, int N, int K,
// WRITE
__device__ float rounded(float value)
{
    return __uint_as_float((__float_as_uint(value) + 0x8000u) & 0xffff0000u);
}

extern "C" __global__ void outer_product_4x4(const float* A, const float* B, float* C, int M, int N, int K,
