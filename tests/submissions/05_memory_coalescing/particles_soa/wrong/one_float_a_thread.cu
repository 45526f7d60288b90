// expect: global_sectors
// Reads without a gap, one float a thread; but a warp then writes four particles to eight arrays, half a sector each.

// TODO(1)
    for (int i = t; i < FIELDS * n; i += gridDim.x * blockDim.x)
        soa[i % FIELDS * n + i / FIELDS] = aos[i];
