// expect: correctness
// The height is what is left of the rows, however much that is.

// TODO(1)
    int first = number / (GROUP * cols) * GROUP;
    int high = rows - first;
    int place = number % (GROUP * cols);
    int tile_row = first + place % high;
    int tile_col = place / high;
