// expect: correctness
// The last 13 bits are cleared: that is cutting off, not rounding.

// TODO(1)
    bits = __float_as_uint(in[i]) & 0xFFFFE000;
