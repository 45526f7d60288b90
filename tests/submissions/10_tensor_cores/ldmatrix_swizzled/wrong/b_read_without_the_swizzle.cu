// expect: correctness
// B is read as if its chunks lay in order: swizzled on one side only.

// TODO(2)
#pragma unroll
            for (int i = 0; i < 2; ++i)
                load_matrices(a[i], &tile_a[place(wr + i * 16 + lane % 16, k / 8 + lane / 16)]);
#pragma unroll
            for (int j = 0; j < 2; ++j)
                load_transposed(b[j], &tile_b[(k + lane % 16) * TILE + wc + j * 16 + lane / 16 * 8]);
