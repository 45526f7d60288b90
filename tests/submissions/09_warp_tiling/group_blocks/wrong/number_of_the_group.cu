// expect: correctness
// The number of the group is not its first row.

// TODO(1)
    int first = number / (GROUP * cols);
    int high = min(rows - first, GROUP);
    int place = number % (GROUP * cols);
    int tile_row = first + place % high;
    int tile_col = place / high;
