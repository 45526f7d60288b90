// expect: correctness
// Row by row, as the grid is numbered.

// TODO(1)
    int tile_row = number / cols;
    int tile_col = number % cols;
