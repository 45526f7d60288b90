// expect: correctness
// Counts along columns, as BLAS does: rows and columns are exchanged.

// TODO(1)
    int index = col * ld + row;
