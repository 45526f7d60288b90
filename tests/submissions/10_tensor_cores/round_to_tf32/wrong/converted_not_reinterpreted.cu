// expect: correctness
// The value is converted to an integer: its bits were wanted.

// TODO(1)
    bits = unsigned(int(in[i])) & 0xFFFFE000;
