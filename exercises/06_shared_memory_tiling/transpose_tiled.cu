// Transpose through shared memory: out[c][r] = in[r][c]. `in` has rows x cols elements, `out` cols x rows.
// A block of 32 x 8 threads moves one 32 x 32 tile, four rows a thread. Global memory is read and written along rows,
// so that every warp touches whole sectors; the turn from rows to columns happens inside the tile.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols)
{
    // TODO(1): choose the width of a row of the tile. A warp will read the tile down a column:
    // in which banks do the 32 elements of one column lie? (1 line)
    __shared__ float tile[TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // Where this thread reads: rows row, row + 8, row + 16 and row + 24 of `in`.
    // Neighbouring blocks stand below each other there, and write side by side into `out`.
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;

    // TODO(2): copy this thread's four elements of `in` into the tile, in the order in which they lie in memory.
    // What lies outside the matrix is left out. (about 3 lines)

    // Where this thread writes: the block's tile has its place in `out` with x and y swapped, the thread has not.
    int out_row = blockIdx.y * TILE + ty;
    int out_col = blockIdx.x * TILE + tx;

    // TODO(3): write rows out_row, out_row + 8, out_row + 16 and out_row + 24 of `out` from the tile.
    // The elements this thread reads were put there by others. (about 4 lines)
}
