// expect: shared_excess, shared_wavefronts
// The swizzle of rows of 64 bytes, two of which lie side by side.

// TODO(1)
    return (row * CHUNKS + (chunk ^ row / 2 % 4)) * 8;
