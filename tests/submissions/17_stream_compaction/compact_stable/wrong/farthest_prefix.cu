// expect: correctness
// Goes as far as the farthest PREFIX, over nearer ones.

// TODO(1)
    unsigned prefixes = 0;
    while (prefixes == 0) {
        Word told;
        do
            told = read_status(status, nearest - lane);
        while (__any_sync(ALL, told >> 32 == NOTHING));
        prefixes = __ballot_sync(ALL, told >> 32 == PREFIX);
        int last = prefixes != 0 ? 31 - __clz(prefixes) : 31;
        before += __reduce_add_sync(ALL, lane <= last ? static_cast<int>(told) : 0);
        nearest -= 32;
    }
