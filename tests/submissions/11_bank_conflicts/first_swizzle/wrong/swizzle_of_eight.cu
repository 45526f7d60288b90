// expect: shared_excess, shared_wavefronts
// Only eight rows differ: a column lies in eight banks, four words in each.

// TODO(1)
    return column ^ (row % 8);
