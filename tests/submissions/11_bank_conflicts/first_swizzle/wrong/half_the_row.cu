// expect: shared_excess, shared_wavefronts
// Two neighbouring rows mix in the same number.

// TODO(1)
    return column ^ (row / 2);
