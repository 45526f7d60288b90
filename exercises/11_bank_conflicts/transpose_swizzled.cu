// Transpose through a swizzled tile: out[c][r] = in[r][c]. `in` has rows x cols elements, `out` cols x rows.
// A block of 32 x 8 threads moves one 32 x 32 tile, four rows a thread, and global memory is read and written along rows.
// The tile has no spare word: an element keeps its row, but which column of the tile it is kept in depends on the row.

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void transpose_swizzled(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // Where this thread reads: rows row, row + 8, row + 16 and row + 24 of `in`.
    // Neighbouring blocks stand below each other there, and write side by side into `out`.
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;

    // TODO(1): copy this thread's four elements of `in` into the tile, each into the column that the swizzle gives it.
    // What lies outside the matrix is left out. (about 3 lines)

    // Where this thread writes: the block's tile has its place in `out` with x and y swapped, the thread has not.
    int out_row = blockIdx.y * TILE + ty;
    int out_col = blockIdx.x * TILE + tx;

    // TODO(2): write rows out_row, out_row + 8, out_row + 16 and out_row + 24 of `out` from the tile. Find each element
    // where it was put: which row of the tile does this lane read, and where does that row keep the column? (about 4 lines)
}
