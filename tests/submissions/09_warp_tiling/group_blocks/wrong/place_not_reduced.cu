// expect: correctness
// The number of the block in the grid, not in its group.

// TODO(1)
    int first = number / (GROUP * cols) * GROUP;
    int high = min(rows - first, GROUP);
    int place = number;
    int tile_row = first + place % high;
    int tile_col = place / high;
