// expect: correctness
// Only the index is changed: aos read as if it were soa.

// TODO(1)
        out[i] = aos[X * n + i] + aos[VX * n + i];
