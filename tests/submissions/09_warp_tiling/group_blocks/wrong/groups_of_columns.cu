// expect: correctness
// Groups of 8 columns, walked row by row.

// TODO(1)
    int first = number / (GROUP * rows) * GROUP;
    int wide = min(cols - first, GROUP);
    int place = number % (GROUP * rows);
    int tile_row = place / wide;
    int tile_col = first + place % wide;
