// expect: correctness
// Where B is square it is still read as its transpose.

// TODO(1)
            b[r] = N == K ? pair(B[col * N + k], B[col * N + k + 1]) : pair(B[k * N + col], B[(k + 1) * N + col]);
