// expect: correctness
// Row and column have changed places.

// TODO(1)
    int first = number / (GROUP * cols) * GROUP;
    int high = min(rows - first, GROUP);
    int place = number % (GROUP * cols);
    int tile_row = place / high;
    int tile_col = first + place % high;
