// expect: correctness
// Operands cut to the 10 mantissa bits of TF32, as a tensor core would take them.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = row < M && a_col < K ? to_tf32(A[row * lda + a_col]) : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? to_tf32(B[b_row * ldb + col]) : 0.0f;

// INSTEAD OF
extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
// WRITE
__device__ float to_tf32(float x)
{
    return __uint_as_float(__float_as_uint(x) & 0xffffe000u);
}

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
