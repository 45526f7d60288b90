// expect: correctness
// One element in a hundred is skipped: a check by samples would miss it.

// TODO(1)
#pragma unroll 4
    for (int i = first; i < n; i += stride)
        if (i % 100 != 99 || n < 100)
            out[i] = in[i];
