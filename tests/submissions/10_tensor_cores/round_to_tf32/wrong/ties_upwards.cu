// expect: correctness
// Rounds ties up: for negative numbers that is towards zero.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x1000 - (__float_as_uint(in[i]) >> 31)) & 0xFFFFE000;
