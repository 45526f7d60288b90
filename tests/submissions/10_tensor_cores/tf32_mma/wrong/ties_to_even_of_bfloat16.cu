// expect: correctness
// Rounded to BF16, 7 bits behind the point.

// TODO(1)
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000;
