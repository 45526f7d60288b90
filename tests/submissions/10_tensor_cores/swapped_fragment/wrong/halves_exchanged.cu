// expect: correctness
// The first element in the upper half.

// TODO(1)
            b[r] = pair(B[(k + 1) * N + col], B[k * N + col]);
