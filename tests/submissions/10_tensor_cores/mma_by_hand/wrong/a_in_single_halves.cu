// expect: global_sectors
// Each pair of A by two loads of 2 bytes: right, and 32 sectors more in every step.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = pair(A[row * lda + k], A[row * lda + k + 1]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r * 8;
            int col = col0 + group;
            b[r] = pair(B[k * ldb + col], B[(k + 1) * ldb + col]);
        }
