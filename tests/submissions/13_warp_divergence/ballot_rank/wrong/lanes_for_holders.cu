// expect: correctness
// Counts the bits of the mask and not those of the vote.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc((1u << lane) - 1);
