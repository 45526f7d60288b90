// expect: correctness
// The swizzle of the lane's own number, not of the row that it names.

// TODO(2)
#pragma unroll
            for (int i = 0; i < 2; ++i)
                load_matrices(a[i], &tile_a[((wr + i * 16 + lane % 16) * CHUNKS + (k / 8 + lane / 16 ^ lane / 4)) * 8]);
#pragma unroll
            for (int j = 0; j < 2; ++j)
                load_transposed(b[j], &tile_b[place(k + lane % 16, wc / 8 + j * 2 + lane / 16)]);
