// expect: global_sectors
// x comes from the arrays, vx still from the structures.

// TODO(1)
        out[i] = soa[X * n + i] + aos[i * FIELDS + VX];
