// expect: shared_wavefronts, work, machine_code
// The fragments in pieces of 2 bytes, without ldmatrix: right, and many more loads.

// TODO(2)
            auto half_at = [&](const __half* tile, int row, int col) { return tile[place(row, col / 8) + col % 8]; };
            auto pair = [](__half x, __half y) { return __half_as_ushort(x) | unsigned(__half_as_ushort(y)) << 16; };
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int r = 0; r < 4; ++r) {
                    int row = wr + i * 16 + lane / 4 + r % 2 * 8, col = k + lane % 4 * 2 + r / 2 * 8;
                    a[i][r] = pair(half_at(tile_a, row, col), half_at(tile_a, row, col + 1));
                    row = k + lane % 4 * 2 + r % 2 * 8, col = wc + i * 16 + lane / 4 + r / 2 * 8;
                    b[i][r] = pair(half_at(tile_b, row, col), half_at(tile_b, row + 1, col));
                }
