// expect: correctness
// The loop ends one element too early.

// TODO(1)
#pragma unroll 4
    for (int i = first; i < n - 1; i += stride)
        out[i] = in[i];
