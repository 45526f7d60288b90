// expect: correctness
// Adds half a unit and leaves the bits behind it as they are.

// TODO(1)
    bits = __float_as_uint(in[i]) + 0x1000;
