// expect: shared_excess, shared_wavefronts
// Two neighbouring rows mix in the same number.

// TODO(1)
    return col ^ (row / 2);
