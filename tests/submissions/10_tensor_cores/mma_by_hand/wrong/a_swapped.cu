// expect: correctness
// Rows and columns of A's fragment exchanged.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = pair(A[(row0 + k - k0) * lda + k0 + row - row0], A[(row0 + k - k0 + 1) * lda + k0 + row - row0]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r * 8;
            int col = col0 + group;
            b[r] = pair(B[k * ldb + col], B[(k + 1) * ldb + col]);
        }
