// expect: correctness
// Goes as far as the farthest complete tile, over others that are complete.

// TODO(1)
    unsigned complete = 0;
    while (complete == 0) {
        Word word;
        do {
            word = look_at(status, nearest - lane);
        } while (__any_sync(ALL, known(word) == NOTHING));
        complete = __ballot_sync(ALL, known(word) == UP_TO);
        int last = complete ? 31 - __clz(complete) : 31;
        before += __reduce_add_sync(ALL, lane <= last ? kept_in(word) : 0);
        nearest -= 32;
    }
