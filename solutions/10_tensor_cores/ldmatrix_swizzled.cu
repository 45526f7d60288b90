// HGEMM from shared memory: a block makes 64 x 64 of C in steps of 64 along K, its four warps 32 x 32 each. ldmatrix
// fetches the fragments, four matrices of 8 rows of 16 bytes at a time. Both tiles have rows of 128 bytes, all 32
// banks, so the same 16 bytes of eight rows would lie in the same four banks: the chunks of each row change places.
// All sizes are multiples of 64, leading dimensions of A and B of 8, that of C of 2.

#include <cuda_fp16.h>

constexpr int TILE = 64;
constexpr int CHUNKS = TILE / 8;    // of 16 bytes, in a row of a tile

__shared__ __align__(128) __half tile_a[TILE * TILE];    // [row][k]
__shared__ __align__(128) __half tile_b[TILE * TILE];    // [k][col]

// Where chunk `chunk` of row `row` of a tile begins.
__device__ int place(int row, int chunk)
{
    // TODO(1): eight rows one below the other must take the chunk to eight different places, within the row. (1 line)
    // BEGIN SOLUTION
    return (row * CHUNKS + (chunk ^ row % 8)) * 8;
    // END SOLUTION
    // BEGIN STARTER
    //| return (row * CHUNKS + chunk) * 8;
    // END STARTER
}

// The registers of four 8 x 8 matrices; lane 8 m + r names row r of matrix m.
__device__ void load_matrices(unsigned (&to)[4], const __half* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(unsigned(__cvta_generic_to_shared(row))) : "memory");
}

// The same, each matrix transposed on its way.
__device__ void load_transposed(unsigned (&to)[4], const __half* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(unsigned(__cvta_generic_to_shared(row))) : "memory");
}

// c (16 x 8) += a (16 x 16) times b (16 x 8).
__device__ void mma(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

extern "C" __global__ void __launch_bounds__(128)
ldmatrix_swizzled(const __half* A, const __half* B, float* C, int M, int N, int K,
                  int lda, int ldb, int ldc, float alpha, float beta)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    int wr = warp / 2 * 32, wc = warp % 2 * 32;    // the warp's part of the tile of C

    float c[2][4][4] = {};    // 2 x 4 fragments of 16 x 8
    for (int k0 = 0; k0 < K; k0 += TILE) {
        for (int i = threadIdx.x; i < TILE * CHUNKS; i += 128) {
            int row = i / CHUNKS, chunk = i % CHUNKS;
            *reinterpret_cast<uint4*>(&tile_a[place(row, chunk)]) =
                *reinterpret_cast<const uint4*>(&A[(row0 + row) * lda + k0 + chunk * 8]);
            *reinterpret_cast<uint4*>(&tile_b[place(row, chunk)]) =
                *reinterpret_cast<const uint4*>(&B[(k0 + row) * ldb + col0 + chunk * 8]);
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE; k += 16) {
            unsigned a[2][4], b[2][4];
            // TODO(2): a[i] is the fragment of A at row wr + 16 i and column k. Its matrices in the order of the
            // registers: the 8 rows at the top, those below, both once more 8 columns further right. b[j] holds two
            // fragments of B, at row k and columns wc + 16 j and 8 further: lay the matrices so that the first two
            // make the first fragment. B lies as [k][col], and its fragment wants neighbours in k. (about 8 lines)
            // BEGIN SOLUTION
#pragma unroll
            for (int i = 0; i < 2; ++i)
                load_matrices(a[i], &tile_a[place(wr + i * 16 + lane % 16, k / 8 + lane / 16)]);
#pragma unroll
            for (int j = 0; j < 2; ++j)
                load_transposed(b[j], &tile_b[place(k + lane % 16, wc / 8 + j * 2 + lane / 16)]);
            // END SOLUTION
            // BEGIN STARTER
            //| for (int i = 0; i < 4; ++i)
            //|     a[0][i] = a[1][i] = b[0][i] = b[1][i] = 0;
            // END STARTER

#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    mma(c[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                int row = row0 + wr + i * 16 + lane / 4 + r / 2 * 8;
                int col = col0 + wc + j * 8 + lane % 4 * 2 + r % 2;
                float* to = &C[row * ldc + col];
                *to = alpha * c[i][j][r] + (beta == 0.0f ? 0.0f : beta * *to);
            }
}
