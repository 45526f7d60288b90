// expect: correctness
// Only the first piece of B is read, and used for both.

// TODO(1)
#pragma unroll
    for (int m = 0; m < TM; ++m)
        f.a[m] = a_row[row + m / 4 * (LANES_DOWN * 4) + m % 4];
#pragma unroll
    for (int n = 0; n < TN; ++n)
        f.b[n] = b_row[col + n % 4];
