// expect: correctness
// A in FP16: whole numbers do not show the loss.

// TODO(1)
#pragma unroll
    for (int m = 0; m < TM; ++m) {
        f.a[m] = a_row[row + m / 4 * (LANES_DOWN * 4) + m % 4];
        asm("{ .reg .b16 h; cvt.rn.f16.f32 h, %0; cvt.f32.f16 %0, h; }" : "+f"(f.a[m]));
    }
#pragma unroll
    for (int n = 0; n < TN; ++n)
        f.b[n] = b_row[col + n / 4 * (LANES_ACROSS * 4) + n % 4];
