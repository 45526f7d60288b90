// expect: correctness
// Adds the same 32 sums again and again until one of them is a PREFIX.

// TODO(1)
    for (int nearest = tile - 1;; ) {
        Status told;
        do
            told = nearest >= lane ? read_status(&status[nearest - lane]) : PREFIX << 32;
        while (__any_sync(ALL_LANES, told >> 32 == NOTHING));
        unsigned int prefixes = __ballot_sync(ALL_LANES, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL_LANES, lane <= last ? static_cast<unsigned int>(told) : 0);
        if (prefixes != 0)
            break;
    }
