// expect: correctness
// Halves of a register 8 apart along K in B only: A and B no longer agree.

// TODO(2)
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = *reinterpret_cast<const unsigned*>(&A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r;
            int col = col0 + group;
            b[r] = pair(B[k * ldb + col], B[(k + 8) * ldb + col]);
        }
