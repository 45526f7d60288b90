// expect: global_sectors
// The pair is exchanged, but it is still a pair of neighbours.

// TODO(1)
    int first = 2 * me + 1;
    int second = 2 * me;
