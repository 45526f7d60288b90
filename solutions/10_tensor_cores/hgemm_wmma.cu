// HGEMM on tensor cores: C = alpha A B + beta C, A and B in half precision, sums in float. One warp makes a tile of C,
// 16 x 16, by m16n16k16 of wmma: its lanes hold the tiles together, as fragments, and nvcuda knows which lane holds what.
// M, N and K are multiples of 16, leading dimensions of A and B of 8, that of C of 4 (wmma wants rows that begin 16
// bytes aligned).

#include <mma.h>

using namespace nvcuda;

constexpr int TILE = 16;

extern "C" __global__ void hgemm_wmma(const __half* A, const __half* B, float* C, int M, int N, int K,
                                      int lda, int ldb, int ldc, float alpha, float beta)
{
    int warp = threadIdx.x / 32;                      // the warps of a block make neighbouring tiles
    int row = blockIdx.y * TILE;
    int col = (blockIdx.x * (blockDim.x / 32) + warp) * TILE;
    if (col >= N)
        return;                                       // the whole warp: no tile is left for it

    // TODO(1): a fragment of floats for the sums, 16 x 16 x 16, filled with 0. (2 lines)
    // BEGIN SOLUTION
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    // END SOLUTION

    // TODO(2): along K, load a tile of A and one of B (both row-major) and multiply them onto the sums.
    // (about 7 lines)
    // BEGIN SOLUTION
    for (int k = 0; k < K; k += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &A[row * lda + k], lda);
        wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
        wmma::mma_sync(sum, a, b, sum);
    }
    // END SOLUTION

    // TODO(3): scale the sums; where beta is not 0, add beta times the old tile of C, which is a fragment of the same
    // kind, element by element. Store. (about 10 lines)
    // BEGIN SOLUTION
    float* tile = &C[row * ldc + col];
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> old;
    wmma::fill_fragment(old, 0.0f);
    if (beta != 0.0f)
        wmma::load_matrix_sync(old, tile, ldc, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(tile, sum, ldc, wmma::mem_row_major);
    // END SOLUTION
}
