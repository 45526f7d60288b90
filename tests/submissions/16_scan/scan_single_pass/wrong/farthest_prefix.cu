// expect: correctness
// Takes the farthest PREFIX: nearer ones, and what they hold, are added to it.

// TODO(1)
    for (int nearest = tile - 1;; nearest -= 32) {
        Status told;
        do
            told = nearest >= lane ? read_status(&status[nearest - lane]) : PREFIX << 32;
        while (__any_sync(ALL_LANES, told >> 32 == NOTHING));
        unsigned int prefixes = __ballot_sync(ALL_LANES, told >> 32 == PREFIX);
        int last = 31 - __clz(prefixes);
        before += __reduce_add_sync(ALL_LANES, prefixes == 0 || lane <= last ? static_cast<unsigned int>(told) : 0);
        if (prefixes != 0)
            break;
    }
