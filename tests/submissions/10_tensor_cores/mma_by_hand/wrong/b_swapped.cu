// expect: correctness
// Rows and columns of B's fragment exchanged, within its quarters of 8 x 8.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = *reinterpret_cast<const unsigned*>(&A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + group + r * 8;
            int col = col0 + within * 2;
            b[r] = *reinterpret_cast<const unsigned*>(&B[k * ldb + col]);
        }
