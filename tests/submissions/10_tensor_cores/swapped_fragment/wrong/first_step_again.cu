// expect: correctness
// The rows of the first step in every step.

// TODO(1)
            b[r] = pair(B[(k - k0) * N + col], B[(k - k0 + 1) * N + col]);
