// expect: correctness
// Rows of B's tile taken to be as long as those of A's.

// TODO(1)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            load_matrices(a[i], tile_a + place(wr + i * 16 + lane % 16, BK, k / 8 + lane / 16));
#pragma unroll
        for (int j = 0; j < 4; ++j)
            load_transposed(b[j], tile_b + place(k + lane % 16, BK, wc / 8 + j * 2 + lane / 16));
