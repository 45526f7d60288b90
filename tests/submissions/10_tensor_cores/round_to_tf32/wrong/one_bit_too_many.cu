// expect: correctness
// Keeps 11 bits behind the point.

// TODO(1)
    bits = (__float_as_uint(in[i]) + 0x0800) & 0xFFFFF000;
