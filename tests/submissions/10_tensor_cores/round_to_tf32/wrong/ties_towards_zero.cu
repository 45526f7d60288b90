// expect: correctness
// Rounds ties towards zero.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x0FFF) & 0xFFFFE000;
