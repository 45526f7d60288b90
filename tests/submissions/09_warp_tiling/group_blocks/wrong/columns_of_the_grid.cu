// expect: correctness
// Down whole columns of the grid: right where there is a single group.

// TODO(1)
    int tile_row = number % rows;
    int tile_col = number / rows;
