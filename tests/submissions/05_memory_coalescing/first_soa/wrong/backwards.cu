// expect: correctness
// A step into the past.

// TODO(1)
        out[i] = soa[X * n + i] - soa[VX * n + i];
