// expect: correctness
// Counts the lanes above.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc(holders >> lane) - 1;
