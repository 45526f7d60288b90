// expect: determinism
// Waits for the nearest of the 32 tiles only: one further back that is late counts as 0.

// TODO(1)
    for (int nearest = tile - 1;; nearest -= 32) {
        Status told;
        do
            told = nearest >= lane ? read_status(&status[nearest - lane]) : PREFIX << 32;
        while (__shfl_sync(ALL_LANES, told >> 32, 0) == NOTHING);
        unsigned int prefixes = __ballot_sync(ALL_LANES, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL_LANES, lane <= last ? static_cast<unsigned int>(told) : 0);
        if (prefixes != 0)
            break;
    }
