// expect: correctness
// All warps have the first one's tile.

// TODO(1)
    int first_row = lane / lanes_across * 4;
    int first_col = lane % lanes_across * 4;
