// expect: correctness, hazards
// Adds the number of the tile before, whatever that is known of.

// TODO(1)
    Word told;
    do
        told = read_status(status, nearest);
    while (told >> 32 == NOTHING);
    before = static_cast<int>(told);
