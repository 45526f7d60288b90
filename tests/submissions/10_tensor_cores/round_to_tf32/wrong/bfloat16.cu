// expect: correctness
// Rounds to BF16, which has 7 bits behind the point.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x8000) & 0xFFFF0000;
