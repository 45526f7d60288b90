// expect: correctness
// A group is taken to have GROUP * rows blocks: right for a square grid.

// TODO(1)
    int first = number / (GROUP * rows) * GROUP;
    int high = max(1, min(rows - first, GROUP));
    int place = number % (GROUP * rows);
    int tile_row = first + place % high;
    int tile_col = place / high;
