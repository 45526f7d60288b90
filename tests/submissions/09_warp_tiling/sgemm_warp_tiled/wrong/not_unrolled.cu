// expect: shared_wavefronts, resources
// The loops over the fragments are not unrolled: they live in local memory, and come word by word.

// TODO(1)
#pragma unroll 1
    for (int m = 0; m < TM; ++m)
        f.a[m] = a_row[row + m / 4 * (LANES_DOWN * 4) + m % 4];
#pragma unroll 1
    for (int n = 0; n < TN; ++n)
        f.b[n] = b_row[col + n / 4 * (LANES_ACROSS * 4) + n % 4];
