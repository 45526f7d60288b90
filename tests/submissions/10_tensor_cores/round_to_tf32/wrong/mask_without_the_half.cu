// expect: correctness
// Clears the last 12 bits after adding half a unit of the 13th.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x1000) & 0xFFFFF000;
