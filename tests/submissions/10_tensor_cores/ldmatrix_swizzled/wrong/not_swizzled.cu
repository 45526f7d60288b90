// expect: shared_excess, shared_wavefronts
// Every row alike: the eight rows of a matrix meet in the same four banks.

// TODO(1)
    return (row * CHUNKS + chunk) * 8;
