// expect: correctness
// A register of B takes two neighbours of one row, as one of A does: its pair stands in one column.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = *reinterpret_cast<const unsigned*>(&A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r * 8;
            int col = col0 + group;
            b[r] = pair(B[k * ldb + col], B[k * ldb + col + 1]);
        }
