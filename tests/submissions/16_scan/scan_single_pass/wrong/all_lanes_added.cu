// expect: correctness
// Adds the sums behind the nearest PREFIX as well, which are in it.

// TODO(1)
    for (int nearest = tile - 1;; nearest -= 32) {
        Status told;
        do
            told = nearest >= lane ? read_status(&status[nearest - lane]) : PREFIX << 32;
        while (__any_sync(ALL_LANES, told >> 32 == NOTHING));
        unsigned int prefixes = __ballot_sync(ALL_LANES, told >> 32 == PREFIX);
        before += __reduce_add_sync(ALL_LANES, static_cast<unsigned int>(told));
        if (prefixes != 0)
            break;
    }
