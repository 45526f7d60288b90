// expect: correctness
// The rows of register 1 in register 0.

// TODO(1)
            b[r] = pair(B[(k + 8 - r * 16) * N + col], B[(k + 9 - r * 16) * N + col]);
