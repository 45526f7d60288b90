// expect: correctness
// The last group has as many rows as the others: right where 8 divides the rows.

// TODO(1)
    int first = number / (GROUP * cols) * GROUP;
    int high = GROUP;
    int place = number % (GROUP * cols);
    int tile_row = first + place % high;
    int tile_col = place / high;
