// expect: correctness
// The upper lanes name rows that begin 8 bytes further, amid a chunk. A row of ldmatrix is 16 bytes, and aligned to them.

// TODO(2)
#pragma unroll
            for (int i = 0; i < 2; ++i)
                load_matrices(a[i], &tile_a[place(wr + i * 16 + lane % 16, k / 8) + lane / 16 * 4]);
#pragma unroll
            for (int j = 0; j < 2; ++j)
                load_transposed(b[j], &tile_b[place(k + lane % 16, wc / 8 + j * 2 + lane / 16)]);
