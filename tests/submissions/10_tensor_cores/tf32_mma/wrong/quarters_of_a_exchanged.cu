// expect: correctness
// Registers 1 and 2 of A in each other's place.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r / 2 * 8;
            int k = k0 + within + r % 2 * 4;
            a[r] = to_tf32(A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within + r * 4;
            int col = col0 + group;
            b[r] = to_tf32(B[k * ldb + col]);
        }
