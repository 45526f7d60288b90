// expect: correctness, hazards
// Adds the number of the tile before, whatever that is known of.

// TODO(1)
    Word word;
    do {
        word = look_at(status, nearest);
    } while (known(word) == NOTHING);
    before = kept_in(word);
