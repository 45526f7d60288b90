// expect: correctness
// The pieces of a thread are read one beside the other, but stored one lane tile apart.

// TODO(1)
#pragma unroll
    for (int m = 0; m < TM; ++m)
        f.a[m] = a_row[row + m];
#pragma unroll
    for (int n = 0; n < TN; ++n)
        f.b[n] = b_row[col + n];
