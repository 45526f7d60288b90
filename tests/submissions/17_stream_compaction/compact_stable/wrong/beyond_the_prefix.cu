// expect: correctness
// Adds all 32 words, those before a PREFIX, too, which has them in it already.

// TODO(1)
    unsigned prefixes = 0;
    while (prefixes == 0) {
        Word told;
        do
            told = read_status(status, nearest - lane);
        while (__any_sync(ALL, told >> 32 == NOTHING));
        prefixes = __ballot_sync(ALL, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL, static_cast<int>(told));
        nearest -= 32;
    }
