// expect: determinism
// NOTHING counts as a sum of 0: tiles that are late are left out.

// TODO(1)
    for (int nearest = tile - 1;; nearest -= 32) {
        Status told = nearest >= lane ? read_status(&status[nearest - lane]) : PREFIX << 32;
        unsigned int prefixes = __ballot_sync(ALL_LANES, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL_LANES, lane <= last ? static_cast<unsigned int>(told) : 0);
        if (prefixes != 0)
            break;
    }
