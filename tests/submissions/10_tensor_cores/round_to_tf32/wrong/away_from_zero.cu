// expect: correctness
// Rounds everything away from zero.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x1FFF) & 0xFFFFE000;
