// expect: correctness
// One warp does nothing, and so costs nothing.

// TODO(1)
        if (i / 32 != (n - 1) / 32)
            out[i] = soa[X * n + i] + soa[VX * n + i];
