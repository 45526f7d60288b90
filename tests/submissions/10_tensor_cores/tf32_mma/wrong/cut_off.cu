// expect: correctness
// The last 13 bits are cleared instead of rounded.

// TODO(1)
    bits &= 0xFFFFE000;
