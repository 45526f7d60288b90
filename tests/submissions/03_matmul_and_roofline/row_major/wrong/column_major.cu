// expect: correctness
// Counts along columns, as BLAS does: rows and columns are exchanged.

// TODO(1)
    int i = col * ld + row;
