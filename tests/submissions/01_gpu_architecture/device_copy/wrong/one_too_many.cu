// expect: correctness
// `<=` for `<`: one element behind the end.

// TODO(1)
#pragma unroll 4
    for (int i = first; i <= n; i += stride)
        out[i] = in[i];
