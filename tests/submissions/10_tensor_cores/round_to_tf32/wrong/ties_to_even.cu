// expect: correctness
// Rounds ties to the even neighbour, as most conversions do.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x0FFF + (__float_as_uint(in[i]) >> 13 & 1)) & 0xFFFFE000;
