// expect: correctness
// Nothing is mended: k counts columns, and col counts rows.

// TODO(1)
            b[r] = pair(B[col * N + k], B[col * N + k + 1]);
