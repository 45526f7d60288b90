// expect: speed
// FP32 where sums are short and bounds are tight; operands as a tensor core takes them, TF32, where sums are long.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        float a = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        float b = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;
        tile_a[ty][tx] = K >= LONG ? to_tf32(a) : a;
        tile_b[ty][tx] = K >= LONG ? to_tf32(b) : b;

// INSTEAD OF
extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
// WRITE
constexpr int LONG = 1024;

__device__ float to_tf32(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
