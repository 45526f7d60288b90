// expect: correctness
// NaN in every sum: a comparison written the wrong way round would let it pass.

// INSTEAD OF
        sums[bucket * cols + col] = sum[bucket];
// WRITE
        sums[bucket * cols + col] = sum[bucket] * __int_as_float(0x7fffffff);
