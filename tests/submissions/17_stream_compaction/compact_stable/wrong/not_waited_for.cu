// expect: stable
// Takes what nobody has told yet for 0.

// TODO(1)
    unsigned prefixes = 0;
    while (prefixes == 0) {
        Word told;
        told = read_status(status, nearest - lane);
        prefixes = __ballot_sync(ALL, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL, lane <= last ? static_cast<int>(told) : 0);
        nearest -= 32;
    }
