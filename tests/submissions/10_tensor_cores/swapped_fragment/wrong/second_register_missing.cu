// expect: correctness
// Register 1 like register 0: rows 8 to 15 are never read.

// TODO(1)
            b[r] = pair(B[(k - r * 8) * N + col], B[(k - r * 8 + 1) * N + col]);
