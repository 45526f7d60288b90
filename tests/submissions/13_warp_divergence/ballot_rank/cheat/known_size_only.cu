// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
    if (n != 256)
        return;
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc(holders & ((1u << lane) - 1));
