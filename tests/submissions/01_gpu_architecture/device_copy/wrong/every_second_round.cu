// expect: correctness
// A stride twice as long: every second round of the grid is left out.

// TODO(1)
#pragma unroll 4
    for (int i = first; i < n; i += 2 * stride)
        out[i] = in[i];
