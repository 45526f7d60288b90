// expect: correctness
// Both halves of the register from row k.

// TODO(1)
            b[r] = pair(B[k * N + col], B[k * N + col]);
