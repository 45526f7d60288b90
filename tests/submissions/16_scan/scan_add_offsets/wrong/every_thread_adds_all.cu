// expect: global_sectors
// Every warp reads all totals, one after the other: right, and eight times as many sectors.

// TODO(1)
    for (int b = 0; b < blockIdx.x; ++b)
        sum += totals[b];

// TODO(2)
    offset = sum;
