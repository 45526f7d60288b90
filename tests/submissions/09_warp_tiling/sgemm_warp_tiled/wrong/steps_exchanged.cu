// expect: correctness, hazards
// The steps from piece to piece are exchanged: those of A are LANES_ACROSS wide.

// TODO(1)
#pragma unroll
    for (int m = 0; m < TM; ++m)
        f.a[m] = a_row[row + m / 4 * (LANES_ACROSS * 4) + m % 4];
#pragma unroll
    for (int n = 0; n < TN; ++n)
        f.b[n] = b_row[col + n / 4 * (LANES_DOWN * 4) + n % 4];
