// expect: global_sectors
// Each thread makes the elements of soa in order: writing is perfect, and each read is a sector for one float.

// TODO(1)
    for (int i = t; i < FIELDS * n; i += gridDim.x * blockDim.x)
        soa[i] = aos[i % n * FIELDS + i / n];
