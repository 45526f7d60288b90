// expect: correctness, hazards
// Stops in front of the PREFIX, and does not add it.

// TODO(1)
    unsigned prefixes = 0;
    while (prefixes == 0) {
        Word told;
        do
            told = read_status(status, nearest - lane);
        while (__any_sync(ALL, told >> 32 == NOTHING));
        prefixes = __ballot_sync(ALL, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL, lane < last ? static_cast<int>(told) : 0);
        nearest -= 32;
    }
