// expect: global_sectors
// The skeleton's own line: right, but 16 sectors a load.

// TODO(1)
        out[i] = aos[i * FIELDS + X] + aos[i * FIELDS + VX];
