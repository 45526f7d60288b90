// expect: correctness
// The first step's columns of A in every step.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = within * 2 + r / 2 * 8;
            a[r] = *reinterpret_cast<const unsigned*>(&A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r * 8;
            int col = col0 + group;
            b[r] = pair(B[k * ldb + col], B[(k + 1) * ldb + col]);
        }
