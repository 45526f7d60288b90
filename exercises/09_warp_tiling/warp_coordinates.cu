// Where in the tile of its block each thread's first results lie, when warps have tiles of their own: row[t], col[t].
// The warps stand row by row, warps_across side by side, each with a tile of WM x WN. In it its 32 lanes stand row by
// row, too, lanes_across side by side, each at a piece of 4 x 4. One block; as many threads as places.

extern "C" __global__ void warp_coordinates(int* row, int* col, int WM, int WN, int warps_across, int lanes_across)
{
    int thread = threadIdx.x;
    int warp = thread / 32;
    int lane = thread % 32;

    // TODO(1): the row and the column in the block's tile: where the warp's tile begins, and the lane's piece in it.
    // (2 lines)
    int first_row = 0;
    int first_col = 0;
    row[thread] = first_row;
    col[thread] = first_col;
}
