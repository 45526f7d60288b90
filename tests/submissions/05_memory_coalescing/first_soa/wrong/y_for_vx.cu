// expect: correctness
// Field 1 is y; vx is field 2.

// TODO(1)
        out[i] = soa[X * n + i] + soa[n + i];
