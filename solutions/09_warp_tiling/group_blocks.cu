// Which tile of C each block takes: block i takes the one in row[i], col[i] of rows x cols tiles. Blocks start in the
// order of their numbers. In groups of 8 rows, each walked column by column, those that work at the same time share
// rows of A and columns of B. Where rows is no multiple of 8, the last group has the rows that are left.

constexpr int GROUP = 8;

extern "C" __global__ void group_blocks(int* row, int* col, int rows, int cols)
{
    int number = blockIdx.y * gridDim.x + blockIdx.x;

    // TODO(1): the group of this block begins in row `first` and has `high` rows. Where in it does this block stand?
    // (5 lines)
    // BEGIN SOLUTION
    int first = number / (GROUP * cols) * GROUP;
    int high = min(rows - first, GROUP);
    int place = number % (GROUP * cols);
    int tile_row = first + place % high;
    int tile_col = place / high;
    // END SOLUTION
    // BEGIN STARTER
    //| int tile_row = blockIdx.y;
    //| int tile_col = blockIdx.x;
    // END STARTER
    if (threadIdx.x == 0) {
        row[number] = tile_row;
        col[number] = tile_col;
    }
}
