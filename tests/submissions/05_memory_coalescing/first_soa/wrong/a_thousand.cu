// expect: correctness
// The number of points of the counted case, written into the index.

// TODO(1)
        out[i] = soa[X * 1024 + i] + soa[VX * 1024 + i];
