// expect: correctness
// The second element two rows further down.

// TODO(1)
            b[r] = pair(B[k * N + col], B[(k + 2) % K * N + col]);
