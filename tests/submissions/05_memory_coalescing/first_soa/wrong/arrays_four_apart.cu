// expect: correctness
// The arrays are n floats apart, not FIELDS.

// TODO(1)
        out[i] = soa[X * FIELDS + i] + soa[VX * FIELDS + i];
