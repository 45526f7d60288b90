// expect: correctness
// Keeps 9 bits behind the point.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x2000) & 0xFFFFC000;
