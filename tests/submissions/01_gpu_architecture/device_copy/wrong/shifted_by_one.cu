// expect: correctness
// Counts from one: element 0 is never copied.

// TODO(1)
#pragma unroll 4
    for (int i = first + 1; i < n; i += stride)
        out[i] = in[i];
