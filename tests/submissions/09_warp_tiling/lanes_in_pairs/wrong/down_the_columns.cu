// expect: shared_wavefronts
// Down the columns B merges; but four neighbours have four pieces of A.

// TODO(1)
    int row = lane % 4 * 4;
    int col = lane / 4 * 4;
