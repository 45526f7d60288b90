// expect: correctness
// Fills the output with NaN, which a comparison of the wrong kind lets pass.

// TODO(1)
#pragma unroll 4
    for (int i = first; i < n; i += stride)
        out[i] = __int_as_float(0x7fffffff);
