// expect: correctness
// Columns are not guarded: threads beyond column N write into the padding of C, or into its next row.

// TODO(2)
    if (row >= M)
        return;
