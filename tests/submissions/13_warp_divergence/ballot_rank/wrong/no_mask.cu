// expect: correctness
// Everybody gets the number of all holders.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc(holders);
