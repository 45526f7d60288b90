// expect: global_sectors
// The skeleton: lanes are 32 bytes apart, so each of the eight loads touches 32 sectors and uses 4 bytes of each.

// TODO(1)
    if (t >= n)
        return;

    for (int f = 0; f < FIELDS; ++f)
        soa[f * n + t] = aos[t * FIELDS + f];
