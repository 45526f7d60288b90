// expect: correctness
// The fragment of A is read from the tile of B and that of B from the tile of A.

// TODO(1)
#pragma unroll
    for (int m = 0; m < TM; ++m)
        f.a[m] = b_row[row + m / 4 * (LANES_DOWN * 4) + m % 4];
#pragma unroll
    for (int n = 0; n < TN; ++n)
        f.b[n] = a_row[col + n / 4 * (LANES_ACROSS * 4) + n % 4];
