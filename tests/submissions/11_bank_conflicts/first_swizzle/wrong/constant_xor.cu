// expect: shared_excess, shared_wavefronts
// XOR with a constant renames all banks alike.

// TODO(1)
    return column ^ 21;
