// expect: shared_excess, shared_wavefronts
// The chunks change places only every eight rows, and within a matrix they lie as ever.

// TODO(1)
    return (row * CHUNKS + (chunk ^ row / 8 % 8)) * 8;
