// expect: global_sectors
// Neighbours in both loads, but turned by one: each warp begins 4 bytes behind a sector, and touches 5 instead of 4.

// TODO(1)
    int turned = me == threads - 1 ? 0 : me + 1;
    int first = turned;
    int second = threads + turned;
