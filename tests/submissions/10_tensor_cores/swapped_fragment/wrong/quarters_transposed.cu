// expect: correctness
// Row and column within the 8 x 8 exchanged, and its place right.

// TODO(1)
            b[r] = pair(B[(k0 + group + r * 8) * N + col0 + within * 2], B[(k0 + group + r * 8) * N + col0 + within * 2 + 1]);
