// expect: correctness
// Groups, but each row by row: nothing has changed.

// TODO(1)
    int first = number / (GROUP * cols) * GROUP;
    int high = min(rows - first, GROUP);
    int place = number % (GROUP * cols);
    int tile_row = first + place / cols;
    int tile_col = place % cols;
