// expect: shared_excess, shared_wavefronts
// Nothing is mixed in.

// TODO(1)
    return column + 0;
