// expect: stable
// Waits for the nearest of the 32 tiles only: one further back that is late counts as 0.

// TODO(1)
    unsigned prefixes = 0;
    while (prefixes == 0) {
        Word told;
        do
            told = read_status(status, nearest - lane);
        while (__shfl_sync(ALL, told >> 32, 0) == NOTHING);
        prefixes = __ballot_sync(ALL, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL, lane <= last ? static_cast<int>(told) : 0);
        nearest -= 32;
    }
