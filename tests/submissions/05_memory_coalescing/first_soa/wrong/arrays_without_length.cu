// expect: correctness
// The array of field f begins at f * n, not at f.

// TODO(1)
        out[i] = soa[X + i] + soa[VX + i];
