// expect: correctness
// Only the name is changed: soa with the index of aos.

// TODO(1)
        out[i] = soa[i * FIELDS + X] + soa[i * FIELDS + VX];
