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

    // TODO(2): along K, load a tile of A and one of B (both row-major) and multiply them onto the sums.
    // (about 7 lines)

    // TODO(3): scale the sums; where beta is not 0, add beta times the old tile of C, which is a fragment of the same
    // kind, element by element. Store. (about 10 lines)
}
