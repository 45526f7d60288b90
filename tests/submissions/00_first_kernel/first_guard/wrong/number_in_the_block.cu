// expect: correctness
// Asks for the number within the block; what may be too large is the one within the grid.

// TODO(1)
    if (threadIdx.x < n)
        out[i] = 2.0f * in[i];
