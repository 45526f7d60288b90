// expect: correctness
// A rotation that does not begin again after 32 goes into the next row.

// TODO(1)
    return column + row;
