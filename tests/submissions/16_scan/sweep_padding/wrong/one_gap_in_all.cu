// expect: shared_excess, shared_wavefronts
// One gap in the middle, not one for every row.

// TODO(1)
    return i + (i >= 128);
