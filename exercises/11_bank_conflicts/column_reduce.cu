// Sums of columns: out[c] is the sum of column c of `in`, which has rows x cols elements, row-major.
// A block of 32 x 8 threads takes 32 columns. Each thread adds up every eighth element of one column, so that warps read
// along rows; then the eight partial sums of each column meet in shared memory.

constexpr int COLUMNS = 32;
constexpr int PARTS = 8;

extern "C" __global__ void column_reduce(const float* in, float* out, int rows, int cols)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * COLUMNS + tx;

    // TODO(1): add up this thread's part of column `col`: rows ty, ty + 8, ty + 16 ... A thread beyond the last column
    // has nothing to add, but it stays. (about 4 lines)
    float sum = 0.0f;

    // TODO(2): lay the partial sums out in shared memory, so that neither storing nor reading them conflicts,
    // and store this thread's. (2 lines)

    // TODO(3): let one warp add up the eight parts of each column and write the results. (about 6 lines)
}
