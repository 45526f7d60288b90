// expect: shared_excess, shared_wavefronts
// The chunks lie in order: the eight rows of a matrix meet in the same four banks.

// INSTEAD OF
    return row * cols * 2 + (chunk ^ row % 8) * 16;
// WRITE
    return row * cols * 2 + chunk * 16;
