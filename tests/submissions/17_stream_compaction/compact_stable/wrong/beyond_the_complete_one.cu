// expect: correctness
// Adds all 32 words, those before a complete one, too, which has them in it already.

// TODO(1)
    unsigned complete = 0;
    while (complete == 0) {
        Word word;
        do {
            word = look_at(status, nearest - lane);
        } while (__any_sync(ALL, known(word) == NOTHING));
        complete = __ballot_sync(ALL, known(word) == UP_TO);
        int last = complete ? __ffs(complete) - 1 : 31;
        before += __reduce_add_sync(ALL, kept_in(word));
        nearest -= 32;
    }
