// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
    if (n != 4096)
        return;

#pragma unroll 4
    for (int i = first; i < n; i += stride)
        out[i] = in[i];
