// expect: correctness
// The first 16 columns of A in every part of the step.

// TODO(1)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            load_matrices(a[i], tile_a + place(wr + i * 16 + lane % 16, BK, lane / 16));
#pragma unroll
        for (int j = 0; j < 4; ++j)
            load_transposed(b[j], tile_b + place(k + lane % 16, BN, wc / 8 + j * 2 + lane / 16));
